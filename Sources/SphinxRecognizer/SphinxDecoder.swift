internal import CPocketSphinx
internal import Foundation

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

    private let pointer: OpaquePointer

    private init(pointer: OpaquePointer) { self.pointer = pointer }

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
            "-beam": "1e-80", "-wbeam": "1e-20", "-pbeam": "1e-80", "-wip": "1e-5",
            // The best path search of the lattice loses short words.
            "-bestpath": "no",
            // Frames stay wall time, and the sound stays as it was recorded.
            "-remove_silence": "no", "-remove_noise": "no",
        ]
        let options = usual.merging(tuning) { $1 }.flatMap { [$0.key, $0.value] }
        let (pointer, complaint) = SphinxLog.reading { () -> OpaquePointer? in
            var arguments = options.map { strdup($0) }
            defer { arguments.forEach { free($0) } }
            let config = cmd_ln_parse_r(
                nil, ps_args(), Int32(arguments.count), &arguments, 1)
            defer { cmd_ln_free_r(config) }
            return config.flatMap { ps_init($0) }
        }
        guard let pointer else { throw .notStarted(reason: complaint) }
        // The model's feat.params overrides the option -cmn; the mean is taken off before the
        // cepstra come here, so PocketSphinx must not take its own.
        ps_get_feat(pointer).pointee.cmn = CMN_NONE
        return SphinxDecoder(pointer: pointer)
    }

    /// Adds a pronunciation. The corresponding C function is `ps_add_word`.
    func add(word: String, phones: [String]) throws(SphinxError) {
        let (status, complaint) = SphinxLog.reading {
            ps_add_word(pointer, word, phones.joined(separator: " "), 0)
        }
        guard status >= 0 else { throw .word(word, reason: complaint) }
    }

    /// Makes a search out of the public rule of a grammar, to be chosen by `name`.
    ///
    /// - Parameters:
    ///   - text: JSGF that has been checked: the C parser prints, and can crash, on bad input.
    ///   - costs: words that cost so many nats more than the grammar says.
    func setSearch(
        named name: String, jsgf text: String, costs: [String: Double] = [:]
    ) throws(SphinxError) {
        // Parsed, built and freed by hand: ps_set_jsgf_string leaks about 7 kB a call.
        let (done, complaint) = SphinxLog.reading { () -> Bool in
            guard let grammar = jsgf_parse_string(text, nil) else { return false }
            defer { jsgf_grammar_free(grammar) }
            guard let found = jsgf_get_public_rule(grammar),
                let graph = jsgf_build_fsg(grammar, found, ps_get_logmath(pointer), 1)
            else { return false }
            defer { fsg_model_free(graph) }
            Self.charge(graph, costs: costs)
            return ps_set_fsg(pointer, name, graph) == 0
        }
        guard done else { throw .grammar(name: name, reason: complaint) }
    }

    private static func charge(
        _ graph: UnsafeMutablePointer<fsg_model_t>, costs: [String: Double]
    ) {
        guard !costs.isEmpty else { return }
        for state in 0..<graph.pointee.n_state {
            var arcs = fsg_model_arcs(graph, state)
            while let arc = arcs {
                if let link = fsg_arciter_get(arc), link.pointee.wid >= 0,
                    let word = graph.pointee.vocab[Int(link.pointee.wid)],
                    let cost = costs[String(cString: word)]
                {
                    // The graph counts in logarithms to the base 1.0001.
                    link.pointee.logs2prob -= Int32(cost / log(1.0001))
                }
                arcs = fsg_arciter_next(arc)
            }
        }
    }

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

    /// The best path of acoustic scores that another decoder has logged.
    /// The corresponding C function is `ps_decode_senscr`.
    func decode(_ scores: SenoneScores, search: String) throws(SphinxError) -> Path? {
        guard scores.frames > 0 else { return nil }
        var bytes = scores.file
        let (fine, complaint) = SphinxLog.reading { () -> Bool in
            guard ps_set_search(pointer, search) == 0 else { return false }
            return bytes.withUnsafeMutableBytes { buffer -> Bool in
                guard let stream = fmemopen(buffer.baseAddress, buffer.count, "rb") else {
                    return false
                }
                defer { fclose(stream) }
                return ps_decode_senscr(pointer, stream) >= 0
            }
        }
        guard fine else { throw .decoding(reason: complaint) }
        return bestPath()
    }

    /// The best path of normalised cepstra through a search; nil if none reaches the end.
    /// The corresponding C function is `ps_process_cep`.
    func decode(_ cepstra: Cepstra, search: String) throws(SphinxError) -> Path? {
        guard cepstra.frames > 0 else { return nil }
        var values = cepstra.values  // PocketSphinx writes into what it is given
        let (fine, complaint) = SphinxLog.reading { () -> Bool in
            guard ps_set_search(pointer, search) == 0, ps_start_utt(pointer) == 0 else {
                return false
            }
            let frames = values.count / Cepstra.width
            let processed = values.withUnsafeMutableBufferPointer { buffer -> Bool in
                guard let base = buffer.baseAddress else { return false }
                var rows = (0..<frames).map { Optional(base + $0 * Cepstra.width) }
                return ps_process_cep(pointer, &rows, Int32(frames), 0, 1) >= 0
            }
            return ps_end_utt(pointer) >= 0 && processed
        }
        guard fine else { throw .decoding(reason: complaint) }
        return bestPath()
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
            if !word.hasPrefix("<"), word != "(NULL)", last >= first {
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
