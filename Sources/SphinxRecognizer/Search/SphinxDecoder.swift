internal import CPocketSphinx
internal import CSphinxLog
internal import Foundation
internal import LetterSpeech

/// The one owner of a PocketSphinx decoder. One thread at a time.
struct SphinxDecoder: ~Copyable {
    /// A word of the best path, with its first and last frame.
    struct Segment {
        var word: String
        var frames: ClosedRange<Int>
    }

    /// The best path through a grammar.
    struct Path {
        var segments: [Segment]
        /// The log likelihood of the whole path, in PocketSphinx's unit of 1024 ln 1.0001 nats.
        var score: Int
    }

    /// While more states than this are followed in a frame, the beams become narrower by a tenth of
    /// their logarithms each frame, down to a tenth. Of 1,155 breaths of words spelled by 74 people
    /// 12 are found otherwise than without, in 69 % of the time that the search takes (from 500 on
    /// 27 in 61 %, from 700 on 10 in 77 %); where narrower beams for all, 1e-60 between phones,
    /// change 30, in 88 %.
    private static let mostStates = 600
    /// More states than a search has.
    private static let anyNumberOfStates = 1_000_000
    /// PocketSphinx's option for it, which is read anew in each frame.
    private static let mostStatesOption = "-maxhmmpf"

    /// What PocketSphinx calls silence.
    private static let silence = "<sil>"

    let pointer: OpaquePointer
    /// What may be heard beside words and silence, by its names in the model's dictionary.
    private let noises: [String]

    deinit { ps_free(pointer) }

    /// Starts a decoder with an empty dictionary. The corresponding C function is `ps_init`.
    static func start(model: String, tuning: [String: String] = [:]) throws(SphinxError)
        -> SphinxDecoder
    {
        guard FileManager.default.fileExists(atPath: model + "/mdef") else {
            throw .noModel(path: model)
        }
        let usual = [
            "-hmm": model,
            // Wide beams: in a grammar this small they cost little, and tight ones lose letters.
            "-beam": "1e-80", "-wbeam": "1e-50", "-pbeam": "1e-80", "-wip": "1e-5",
            mostStatesOption: "\(mostStates)",
            // The best path search of the lattice loses short words.
            "-bestpath": "no",
            // Frames stay wall time, and the sound stays as it was recorded.
            "-remove_silence": "no", "-remove_noise": "no",
            // Which sounds a search asks for need not be kept: all scores are there.
            "-compallsen": "yes",
        ]
        let options = usual.merging(tuning) { $1 }.flatMap { [$0.key, $0.value] }
        let (pointer, complaint) = SphinxLog.reading { () -> OpaquePointer? in
            var arguments = options.map { strdup($0) }
            defer { for argument in arguments { free(argument) } }
            let config = cmd_ln_parse_r(
                nil, ps_args(), Int32(arguments.count), &arguments, 1)
            defer { cmd_ln_free_r(config) }
            return config.flatMap { aloud_sphinx_start($0) }
        }
        guard let pointer else { throw .notStarted(model: model, reason: complaint) }
        return SphinxDecoder(pointer: pointer, noises: noises(ofModel: model))
    }

    /// The words of a model's `noisedict`, which it need not have, but for those for silence and
    /// the last of all. PocketSphinx adds those for silence where they are missing, and its loop
    /// over them all (`fsg_search_add_silences`) ends before the last: `[SPEECH]` in Debian's
    /// model.
    private static func noises(ofModel folder: String) -> [String] {
        let text = (try? String(contentsOfFile: folder + "/noisedict", encoding: .utf8)) ?? ""
        let silences = ["<s>", "</s>", silence]
        let words = text.split(whereSeparator: \.isNewline).compactMap {
            $0.split(whereSeparator: \.isWhitespace).first.map { String($0) }
        }
        let all = words + silences.filter { !words.contains($0) }
        return all.dropLast().filter { !silences.contains($0) }
    }

    /// Adds a pronunciation. The corresponding C function is `ps_add_word`.
    func add(word: String, phones: [String]) throws(SphinxError) {
        let (status, complaint) = SphinxLog.reading {
            ps_add_word(pointer, word, phones.joined(separator: " "), 0)
        }
        guard status >= 0 else { throw .word(word, reason: complaint) }
    }

    /// Makes a search out of a network of words, to be chosen by `name`.
    /// The corresponding C functions are `fsg_model_init` and `ps_set_fsg`.
    ///
    /// - Parameters:
    ///   - costs: words that cost so many nats more than the network says.
    ///   - beam: how unlikely a path may be, beside the best, that is followed within a word; nil
    ///     for as it was started.
    ///   - wordBeam: the same, from a word to the next.
    func setSearch(
        named name: String, _ search: SearchNetwork, costs: [String: Double] = [:],
        beam: Double? = nil, wordBeam: Double? = nil
    ) throws(SphinxError) {
        let network = search.network
        let (done, complaint) = SphinxLog.reading { () -> Bool in
            // A search takes its beams from the configuration when it is made.
            let configuration = ps_get_config(pointer)
            let options = [("-beam", beam), ("-pbeam", beam), ("-wbeam", wordBeam)]
            let usual = options.map { cmd_ln_float_r(configuration, $0.0) }
            for case (let option, let beam?) in options {
                cmd_ln_set_float_r(configuration, option, beam)
            }
            defer {
                for ((option, _), value) in zip(options, usual) {
                    cmd_ln_set_float_r(configuration, option, value)
                }
            }
            guard let logTable = ps_get_logmath(pointer),
                let graph = fsg_model_init(name, logTable, 1, Int32(network.stateCount))
            else { return false }
            defer { fsg_model_free(graph) }
            graph.pointee.start_state = Int32(network.start)
            graph.pointee.final_state = Int32(network.final)
            for arc in network.arcs {
                var weight = logmath_log(logTable, arc.weight)
                if let word = arc.word {
                    // The table's unit is the logarithm to its base.
                    weight -= Int32((costs[word] ?? 0) / log(logmath_get_base(logTable)))
                    let id = fsg_model_word_add(graph, word)
                    fsg_model_trans_add(graph, Int32(arc.from), Int32(arc.to), weight, id)
                } else {
                    fsg_model_null_trans_add(graph, Int32(arc.from), Int32(arc.to), weight)
                }
            }
            glist_free(fsg_model_null_trans_closure(graph, nil))
            addSilence(to: graph, search.silences)
            return ps_set_fsg(pointer, name, graph) == 0
        }
        guard done else { throw .grammar(name: name, reason: complaint) }
    }

    /// Adds silence and noise, which lead to a state where they may also be heard on and on.
    private func addSilence(
        to graph: UnsafeMutablePointer<fsg_model_t>, _ silences: [SearchNetwork.Silence]
    ) {
        let configuration = ps_get_config(pointer)
        let silence = cmd_ln_float_r(configuration, "-silprob")
        let noise = cmd_ln_float_r(configuration, "-fillprob")
        let words = [(Self.silence, silence)] + noises.map { ($0, noise) }
        for (word, probability) in words {
            for step in silences where step.from == step.to {
                fsg_model_add_silence(graph, word, Int32(step.from), Float(probability))
            }
            // The word is known now, and known to be none.
            let id = fsg_model_word_add(graph, word)
            let weight = logmath_log(ps_get_logmath(pointer), probability)
            for step in silences where step.from != step.to {
                fsg_model_trans_add(graph, Int32(step.from), Int32(step.to), weight, id)
            }
        }
    }

    /// Lets go of a search, if there is one of this name. The corresponding C function is
    /// `ps_unset_search`.
    func removeSearch(named name: String) { ps_unset_search(pointer, name) }

    /// The cepstra of a stretch of sound. The corresponding C function is `fe_process_frames`.
    func cepstra(_ samples: [Int16]) throws(SphinxError) -> Cepstra {
        let (values, complaint) = SphinxLog.reading { () -> [Float]? in
            guard let front = ps_get_fe(pointer) else { return nil }
            let room = samples.count / 160 + 4
            var values = [Float](repeating: 0, count: room * Cepstra.width)
            var count = 0
            let fine = values.withUnsafeMutableBufferPointer { buffer -> Bool in
                // The buffer is not empty, so it has an address.
                guard let base = buffer.baseAddress else { return false }
                var rows = (0..<room).map { Optional(base + $0 * Cepstra.width) }
                return samples.withUnsafeBufferPointer { source -> Bool in
                    var next = source.baseAddress
                    var left = source.count
                    var frames = Int32(room - 1)
                    fe_start_stream(front)
                    guard fe_start_utt(front) == 0,
                        fe_process_frames(front, &next, &left, &rows, &frames, nil) >= 0
                    else { return false }
                    var last: Int32 = 0
                    fe_end_utt(front, base + Int(frames) * Cepstra.width, &last)
                    count = Int(frames) + (last > 0 ? 1 : 0)
                    return true
                }
            }
            return fine ? Array(values.prefix(count * Cepstra.width)) : nil
        }
        guard let values else { throw .decoding(reason: complaint) }
        return Cepstra(values: values)
    }

    /// The best path of acoustic scores through a search; nil if none reaches the end.
    /// The corresponding C function is `ps_decode_senscr`.
    ///
    /// - Parameter allStates: whether no number of states narrows the beams.
    func decode(
        _ scores: SenoneScores, search: String, allStates: Bool = false
    ) throws(SphinxError) -> Path? {
        guard scores.frames > 0 else { return nil }
        // Narrow beams may have lost the way to the end.
        if !allStates, let path = try path(of: scores, search: search) { return path }
        let configuration = ps_get_config(pointer)
        let usual = cmd_ln_int_r(configuration, Self.mostStatesOption)
        cmd_ln_set_int_r(configuration, Self.mostStatesOption, Self.anyNumberOfStates)
        defer { cmd_ln_set_int_r(configuration, Self.mostStatesOption, usual) }
        return try path(of: scores, search: search)
    }

    private func path(of scores: SenoneScores, search: String) throws(SphinxError) -> Path? {
        try run(scores, search: search)
        let path = bestPath()
        // A search keeps every way that it went until it starts again, which is more than the
        // scores of a long breath take. So it starts again here, on nothing.
        try run(SenoneScores(frames: 0, of: scores.senones), search: search)
        return path
    }

    private func run(_ scores: SenoneScores, search: String) throws(SphinxError) {
        let (fine, complaint) = SphinxLog.reading { () -> Bool in
            guard ps_set_search(pointer, search) == 0 else { return false }
            return scores.withFile { ps_decode_senscr(pointer, $0) >= 0 } ?? false
        }
        guard fine else { throw .decoding(reason: complaint) }
    }

    private func bestPath() -> Path? {
        var score: Int32 = 0
        guard ps_get_hyp(pointer, &score) != nil else { return nil }
        return Path(segments: segments(), score: Int(score))
    }

    private func segments() -> [Segment] {
        var found: [Segment] = []
        var segment = ps_seg_iter(pointer)
        while let current = segment {
            var first: Int32 = 0
            var last: Int32 = 0
            ps_seg_frames(current, &first, &last)
            let word = String(cString: ps_seg_word(current))
            // "<sil>", "[NOISE]", "(NULL)".
            if let initial = word.first, !"<[(+".contains(initial), last >= first {
                found.append(Segment(word: plain(word), frames: Int(first)...Int(last)))
            }
            segment = ps_seg_next(current)
        }
        return found
    }

    /// "aitch(2)" is "aitch".
    private func plain(_ word: String) -> String {
        word.hasSuffix(")") ? String(word.prefix(while: { $0 != "(" })) : word
    }
}
