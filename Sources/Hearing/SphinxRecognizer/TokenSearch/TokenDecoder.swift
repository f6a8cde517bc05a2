internal import CPocketSphinx
internal import CSphinxLog
internal import Foundation
internal import Recognition

/// The one owner of a PocketSphinx decoder that searches the scores of tokens. One thread at a time.
struct TokenDecoder: ~Copyable {
    /// A pronunciation on the best path, with its first and last frame.
    struct Segment {
        /// Its name in the decoder's dictionary.
        var name: String
        var frames: ClosedRange<Int>
    }

    /// The best path through a network.
    struct Path {
        var segments: [Segment]
        /// In PocketSphinx's units: `TokenScores.unitsPerNat` make a nat.
        var score: Int
    }

    /// The beam: paths worse than the best one by more than this are dropped, nats.
    struct Beam {
        /// Within a word.
        var inWord: Double
        /// At the end of a word.
        var wordEnd: Double
    }

    /// The word for talk in the model's `noisedict`.
    static let talk = "[TALK]"
    private static let silence = "<sil>"
    /// PocketSphinx's name for a silent step.
    private static let nothing = "(NULL)"
    /// PocketSphinx's unit of scores where it computes them itself, 1024 ln 1.0001 nats.
    private static let sphinxUnit = 1024 * 0.000_099_995

    private let pointer: OpaquePointer

    deinit { ps_free(pointer) }

    /// Starts a decoder with an empty dictionary. The corresponding C function is `ps_init`.
    static func start(model: String) throws(SphinxError) -> TokenDecoder {
        let options = [
            "-hmm": model,
            // The model has one Gaussian, which is never used.
            "-topn": "1",
            // Words cost what the network says.
            "-wip": "1", "-pip": "1",
            // Pronunciations, silence and talk are in the network.
            "-fsgusealtpron": "no", "-fsgusefiller": "no",
            // No search of phones ahead of that for words.
            "-pl_window": "0",
            // The best path search of the lattice loses short words.
            "-bestpath": "no",
            // The search need not list the states that it uses: all scores are there.
            "-compallsen": "yes",
            "-maxhmmpf": "1000000",
        ].flatMap { [$0.key, $0.value] }
        let (pointer, complaint) = SphinxLog.reading { () -> OpaquePointer? in
            var arguments = options.map { strdup($0) }
            defer { for argument in arguments { free(argument) } }
            let config = cmd_ln_parse_r(
                nil, ps_args(), Int32(arguments.count), &arguments, 1)
            defer { cmd_ln_free_r(config) }
            return config.flatMap { aloud_sphinx_start($0) }
        }
        guard let pointer else { throw .notStarted(model: model, reason: complaint) }
        return TokenDecoder(pointer: pointer)
    }

    /// Adds a pronunciation. The corresponding C function is `ps_add_word`.
    func add(name: String, phones: [String]) throws(SphinxError) {
        let (status, complaint) = SphinxLog.reading {
            ps_add_word(pointer, name, phones.joined(separator: " "), 0)
        }
        guard status >= 0 else { throw .word(name, reason: complaint) }
    }

    /// Makes a search out of a network, to be chosen by `name`.
    /// The corresponding C functions are `fsg_model_init` and `ps_set_fsg`.
    ///
    /// - Parameters:
    ///   - beam: which paths are followed; nil for all.
    ///   - talkCost: the cost of a stretch of talk, in nats.
    func setSearch(
        named name: String, _ network: TokenNetwork, beam: Beam?, talkCost: Double
    ) throws(SphinxError) {
        let (done, complaint) = SphinxLog.reading { () -> Bool in
            // A search takes its beams from the configuration when it is made, as probabilities; 0
            // keeps all paths.
            let configuration = ps_get_config(pointer)
            let widths = [
                ("-beam", beam?.inWord), ("-pbeam", beam?.inWord), ("-wbeam", beam?.wordEnd),
            ]
            for (option, nats) in widths {
                let width = nats.map { exp(-$0 * TokenScores.unitsPerNat * Self.sphinxUnit) } ?? 0
                cmd_ln_set_float_r(configuration, option, width)
            }
            guard let logTable = ps_get_logmath(pointer),
                let graph = fsg_model_init(name, logTable, 1, Int32(network.stateCount))
            else { return false }
            defer { fsg_model_free(graph) }
            graph.pointee.start_state = Int32(network.start)
            graph.pointee.final_state = Int32(network.final)
            for step in network.steps {
                let id = fsg_model_word_add(graph, step.name)
                fsg_model_trans_add(
                    graph, Int32(step.from), Int32(step.to), Self.weight(step.cost), id)
            }
            for step in network.silent {
                fsg_model_null_trans_add(graph, Int32(step.from), Int32(step.to), 0)
            }
            glist_free(fsg_model_null_trans_closure(graph, nil))
            fsg_model_add_silence(graph, Self.silence, Int32(network.start), 1)
            if !network.talk.isEmpty {
                // Marks the word as silence; of two steps the likelier counts.
                fsg_model_add_silence(graph, Self.talk, Int32(network.start), 0)
                let id = fsg_model_word_add(graph, Self.talk)
                for step in network.talk {
                    fsg_model_trans_add(
                        graph, Int32(step.from), Int32(step.to), Self.weight(talkCost), id)
                }
            }
            guard ps_set_fsg(pointer, name, graph) == 0 else { return false }
            Self.forgetContexts(of: graph)
            return true
        }
        guard done else { throw .grammar(name: name, reason: complaint) }
    }

    /// Marks all words of a searched graph as silence is marked: the end of such a word does not
    /// depend on the next word. Otherwise PocketSphinx looks up each word by its name whenever it
    /// ends, to see whether it depends on the next word. No phone of a token model does.
    private static func forgetContexts(of graph: UnsafeMutablePointer<fsg_model_t>) {
        let bits = MemoryLayout<bitvec_t>.size * 8
        for place in 0..<(Int(graph.pointee.n_word) + bits - 1) / bits {
            graph.pointee.silwords[place] = .max
        }
    }

    /// The cost of a step as PocketSphinx keeps it, without the last ten bits.
    private static func weight(_ cost: Double) -> Int32 {
        -Int32((cost * TokenScores.unitsPerNat).rounded()) << 10
    }

    /// The word of the `noisedict` that is only a letter's token; nil for other tokens.
    static func letterName(_ tokens: [String]) -> String? {
        guard tokens.count == 1, let token = tokens.first, token.count == 1,
            token.first?.isUppercase == true
        else { return nil }
        return "[\(token)]"
    }

    /// The best path of scores through a search; nil if none reaches the end.
    /// The corresponding C function is `ps_decode_senscr`.
    func decode(_ scores: TokenScores, search: String) throws(SphinxError) -> Path? {
        try run(scores, search: search)
        let path = bestPath(to: scores.frames - 1)
        // A search keeps all paths that it followed until it starts again. They take more memory
        // than the scores of a long stretch of speech, so it starts again here, without frames.
        try run(scores.nothing, search: search)
        return path
    }

    private func run(_ scores: TokenScores, search: String) throws(SphinxError) {
        let (fine, complaint) = SphinxLog.reading { () -> Bool in
            guard ps_set_search(pointer, search) == 0 else { return false }
            return scores.withFile { ps_decode_senscr(pointer, $0) >= 0 } ?? false
        }
        guard fine else { throw .decoding(reason: complaint) }
    }

    private func bestPath(to end: Int) -> Path? {
        // A path without words has a score but no text.
        var score = Int32.min
        _ = ps_get_hyp(pointer, &score)
        guard score != .min else { return nil }
        var segments: [Segment] = []
        var reached = -1
        var segment = ps_seg_iter(pointer)
        while let current = segment {
            var first: Int32 = 0
            var last: Int32 = 0
            ps_seg_frames(current, &first, &last)
            reached = max(reached, Int(last))
            let name = String(cString: ps_seg_word(current))
            if name != Self.silence, name != Self.nothing, last >= first {
                segments.append(Segment(name: name, frames: Int(first)...Int(last)))
            }
            segment = ps_seg_next(current)
        }
        // If no path reaches the last frame, PocketSphinx returns one that ended before.
        return reached == end ? Path(segments: segments, score: Int(score)) : nil
    }
}

/// Reads the reason of a failed call from PocketSphinx's log, the only place that has it. Each
/// thread has its own log.
enum SphinxLog {
    /// Runs `body` and returns its result with PocketSphinx's error messages meanwhile.
    static func reading<Result>(_ body: () -> Result) -> (result: Result, complaint: String) {
        aloud_sphinx_log_install()
        aloud_sphinx_log_clear()
        let result = body()
        let text = String(cString: aloud_sphinx_log_text())
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: { $0 == " " }) }
        return (result, lines.isEmpty ? "no reason given" : lines.joined(separator: "; "))
    }
}

/// The frames of a stretch of sound, with each run of certain blanks merged into one frame.
///
/// A net of this kind is sure of the blank in most frames, and a search takes as long for such a
/// frame as for any other. For every path with at most one token in the run, one frame gives the
/// same score as the run. A second token there would cost over 9 nats more.
struct SparseFrames {
    /// Minimum probability of a certain blank.
    private static let certain: Float = 0.99

    let sound: TokenFrames
    /// The original frames of each kept frame.
    let frames: [ClosedRange<Int>]

    /// - Parameter blank: the place of the blank among the tokens.
    init(_ whole: TokenFrames, blank: Int) {
        let least = log(Self.certain)
        let count = whole.tokens.count
        var values: [Float] = []
        values.reserveCapacity(whole.values.count)
        var frames: [ClosedRange<Int>] = []
        var isRun = false
        for frame in 0..<whole.frames {
            let isBlank = whole[frame, blank] >= least
            if isBlank, isRun, let last = frames.last {
                frames[frames.count - 1] = last.lowerBound...frame
                // Each token keeps its best place in the run, with blanks in the other frames.
                let row = values.count - count
                let before = values[row + blank]
                let own = whole[frame, blank]
                for token in 0..<count where token != blank {
                    values[row + token] = max(
                        values[row + token] + own, whole[frame, token] + before)
                }
                values[row + blank] = before + own
            } else {
                frames.append(frame...frame)
                for token in 0..<count { values.append(whole[frame, token]) }
            }
            isRun = isBlank
        }
        sound = TokenFrames(tokens: whole.tokens, values: values)
        self.frames = frames
    }

    /// The range of the whole sound's frames for a range of these frames, without the blanks at
    /// either end.
    func whole(_ part: ClosedRange<Int>) -> ClosedRange<Int> {
        let first = frames[part.lowerBound]
        let last = frames[part.upperBound]
        return part.count == 1
            ? first : first.upperBound...last.lowerBound
    }
}
