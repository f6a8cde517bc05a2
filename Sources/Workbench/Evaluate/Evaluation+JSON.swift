internal import Recognition
package import Records

extension Evaluation {
    /// The evaluation as one object; shares 0…1.
    package var json: JSONValue {
        var object = all.json
        object.add("listenedFor", listenedFor.map { .string($0.rawValue) })
        object.add("recordings", .integer(recordings))
        object.add("seconds", .number(sound, places: 3))
        object.add("unread", .integer(unread))
        object.add("leftOut", .integer(leftOut))
        let without = wordless.values.total
        object.add("withoutLetters", .integer(without.recordings))
        object.add("heardWithoutLetters", .integer(without.letters))
        object.add("accept", .number(thresholds.accept))
        object.add("letterErrorRate", .share(all.errorsOfSaid.value))
        object.add("intervals", speakers.intervals)
        object.add("curve", .array(operating.map(\.json)))
        object.add("calibration", calibration.json)
        object.add("askingAgain", asking?.json)
        object.add("words", .members(words.map { ($0.group.rawValue, $0.tally.json) }))
        object.add("codeWordsUnasked", codeWordsUnasked?.json)
        object.add("wordless", .members(of: wordless) { $0.json })
        object.add("commandsWithoutAnswer", .members(of: commandsWithoutAnswer) { $0.json })
        object.add("commandsForLetters", .members(of: commandsForLetters) { $0.json })
        object.add("sets", .members(of: sets) { $0.json })
        object.add("speakers", .members(of: speakers) { $0.json })
        return object
    }
}

extension LetterTally {
    /// The counts, with the letters heard for others.
    package var json: JSONValue {
        [
            "letters": .integer(said), "right": .integer(right),
            "wrong": .integer(wrong), "notSeen": .integer(notSeen), "unclear": .integer(unclear),
            "missed": .integer(missed), "inserted": .integer(inserted),
            "confusions": .members(
                confusions.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }),
        ]
    }
}

extension Evaluation.Operating {
    fileprivate var json: JSONValue {
        [
            "accept": .number(point.accept), "askedAgain": .share(tally.askedShare),
            "right": .share(tally.rightShare), "wrongAmongAccepted": .share(tally.wrongShare),
            "interval": .interval(wrongInterval),
            "answeredWithoutLetter": .share(wordless.values.total.answeredShare),
            "answeredWithoutLetterBySet": .members(of: wordless) { .share($0.answeredShare) },
            "askingAgain": asking?.json ?? .null,
        ]
    }
}

extension Calibration {
    fileprivate var json: JSONValue {
        [
            "error": .share(error),
            "bins": .array(
                bins.map { bin in
                    [
                        "letters": .integer(bin.letters), "right": .integer(bin.right),
                        "confidence": .share(
                            bin.letters == 0 ? nil : bin.given / Double(bin.letters)),
                    ]
                }),
        ]
    }
}

extension AskingAgain {
    fileprivate var json: JSONValue {
        [
            "letters": .integer(letters), "wrong": .integer(wrong), "notSeen": .integer(notSeen),
            "unsettled": .integer(unsettled), "askings": .integer(askings),
            "saidAgain": .integer(saidAgain), "codeWords": .integer(codeWords),
        ]
    }
}

extension WordTally {
    fileprivate var json: JSONValue {
        [
            "said": .integer(said), "right": .integer(right), "wrong": .integer(wrong),
            "unclearOrMissed": .integer(unheard),
        ]
    }
}

extension WordlessTally {
    fileprivate var json: JSONValue {
        [
            "recordings": .integer(recordings), "answered": .integer(answered),
            "letters": .integer(letters),
        ]
    }
}

extension CommandTally {
    fileprivate var json: JSONValue {
        [
            "recordings": .integer(recordings), "taken": .integer(taken),
            "commands": .members(of: commands) { .integer($0) },
        ]
    }
}
