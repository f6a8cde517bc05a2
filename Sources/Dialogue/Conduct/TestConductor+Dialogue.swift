internal import Acuity
internal import Platform
internal import Records

extension TestConductor {
    /// Holds the dialogue about a line until it is finished or the test is to end.
    package mutating func hold(_ dialogue: inout LineDialogue) throws {
        try display.show(dialogue.view)
        while !dialogue.isClosed, early == nil {
            guard !stop.isRequested else {
                early = .stoppedFromOutside
                return
            }
            let event: AnswerEvent
            do {
                event = try source.next(dialogue.awaited)
            } catch {
                early = stop.isRequested ? .stoppedFromOutside : .failed("\(error)")
                return
            }
            try react(to: event, in: &dialogue)
        }
    }

    private mutating func react(to event: AnswerEvent, in dialogue: inout LineDialogue) throws {
        switch event {
        case .utterance(let utterance): try hear(utterance, in: &dialogue)
        case .maybe(let time):
            if dialogue.endSilence(by: nil) { try tell(.resume) }
            try tell(dialogue.reading.takeMaybe(at: time), in: dialogue)
        case .talk(let time): try tell(dialogue.reading.takeTalk(at: time), in: dialogue)
        case .settled:
            // While letters are awaited nothing can settle; their time limit is `silence`.
            if dialogue.awaited == .correction { try closeOrAsk(&dialogue) }
        case .silence: try hearNothing(in: &dialogue)
        case .idle: break
        case .trouble(let reason):
            trouble = reason
            dialogue.trouble = reason
            try tell(.trouble(reason))
            try display.show(dialogue.view)
        case .recovered:
            guard dialogue.trouble != nil else { return }
            trouble = nil
            dialogue.trouble = nil
            try tell(.recovered)
            if dialogue.reading.isFull || dialogue.reading.isPaused {
                try display.show(dialogue.view)
            } else {
                // Letters may have been said that nobody heard: what is not sure is asked for
                // again.
                try tell(dialogue.reading.breakOff(), in: dialogue)
                try closeOrAsk(&dialogue)
            }
        case .soundMissing(let reason):
            soundsMissing += 1
            try tell(.soundMissing(reason))
            // Any number of letters may have been said in what is missing.
            try tell(dialogue.reading.takeTalk(at: nil), in: dialogue)
        case .override(let position, let response):
            guard dialogue.shown.letters.indices.contains(position) else { return }
            dialogue.reading.override(position, with: response)
            try tell(.override(line: dialogue.shown.line, position: position, response))
            try display.show(dialogue.view)
            // Without sound there is no quiet after which the line would be over.
            if dialogue.trouble != nil, dialogue.reading.isFull { try closeOrAsk(&dialogue) }
        // A request to stop may end the source, too.
        case .ended: early = stop.isRequested ? .stoppedFromOutside : .answersEnded
        }
    }

    private mutating func hear(_ utterance: Utterance, in dialogue: inout LineDialogue) throws {
        if dialogue.endSilence(by: utterance.answers) { try tell(.resume) }
        let changes = dialogue.reading.take(utterance.answers)
        if !utterance.answers.isEmpty { dialogue.silences = 0 }
        dialogue.emptyTexts =
            utterance.isFinal && utterance.answers.isEmpty ? dialogue.emptyTexts + 1 : 0
        guard dialogue.emptyTexts < ConductSettings.mostEmptyTexts else {
            early = .failed("\(dialogue.emptyTexts) lines of text in a row had no answer.")
            return
        }
        for change in changes {
            try tell(change, line: dialogue.shown.line, clock: utterance.clock)
            // Where nothing follows it, the asking does.
            if change == .again, !dialogue.reading.items.isEmpty {
                try tell(
                    .askAgain(
                        line: dialogue.shown.line, positions: dialogue.reading.asked, unclear: []))
            }
        }
        if changes.contains(.paused) { dialogue.pauseReason = .asked }
        if changes.contains(.stopped) {
            early = .stoppedByPerson
        } else if dialogue.reading.isPaused {
            try display.show(dialogue.view)
        } else if utterance.isFinal
            || changes.contains(.again) && dialogue.reading.items.isEmpty
        {
            let saysNothingElse = changes.allSatisfy { $0 == .again }
            try closeOrAsk(&dialogue, isText: utterance.isFinal && saysNothingElse)
        } else {
            try display.show(dialogue.view)
        }
    }

    /// Tells what a sound without an answer changed.
    private mutating func tell(_ changes: [ReadingChange], in dialogue: LineDialogue) throws {
        for change in changes { try tell(change, line: dialogue.shown.line, clock: nil) }
        if !changes.isEmpty { try display.show(dialogue.view) }
    }

    private mutating func tell(_ change: ReadingChange, line: Int, clock: Double?) throws {
        switch change {
        case .answered(let position, let answer):
            try tell(.answer(line: line, position: position, answer, clock: clock))
        case .mended(let position, let answer):
            try tell(.correction(line: line, position: position))
            guard let answer else { return }
            try tell(.answer(line: line, position: position, answer, clock: clock))
        case .paused: try tell(.pause(.asked))
        case .resumed: try tell(.resume)
        // "Again" shows in the asking that follows it, "stop" in the result.
        case .again, .stopped: break
        }
    }

    private mutating func hearNothing(in dialogue: inout LineDialogue) throws {
        guard !dialogue.reading.isPaused, dialogue.trouble == nil else { return }
        dialogue.silences += 1
        if dialogue.silences < settings.silencesBeforePause || dialogue.reading.isFull {
            try closeOrAsk(&dialogue)
        } else {
            dialogue.reading.pause()
            dialogue.pauseReason = .silence
            try tell(.pause(.silence))
            try display.show(dialogue.view)
        }
    }

    /// Finishes the line if it is fully read, and else asks for what is missing.
    ///
    /// - Parameter isText: whether it follows a line of text, which told nothing but answers.
    private mutating func closeOrAsk(
        _ dialogue: inout LineDialogue, isText: Bool = false
    ) throws {
        if dialogue.reading.isFull {
            dialogue.isClosed = true
            return
        }
        let before = dialogue.reading.leftOpen
        let positions = dialogue.reading.ask(isText: isText)
        // What was told of a letter does not stand where it is left open after all.
        for position in dialogue.reading.leftOpen.subtracting(before).sorted() {
            try tell(.correction(line: dialogue.shown.line, position: position))
        }
        guard !positions.isEmpty else {
            dialogue.isClosed = true
            return
        }
        try tell(
            .askAgain(
                line: dialogue.shown.line, positions: positions,
                unclear: dialogue.reading.notUnderstood))
        try display.show(dialogue.view)
    }
}
