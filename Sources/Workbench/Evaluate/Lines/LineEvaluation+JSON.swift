package import Records

extension LineEvaluation {
    /// The evaluation as one object; shares 0…1.
    package var json: JSONValue {
        var object = all.json
        object.add("atEnd", atEnd.json)
        object.add("stopped", .integer(stopped))
        object.add("talk", talk?.json)
        object.add("seconds", .number(sound, places: 3))
        object.add("unread", .integer(unread))
        object.add("accept", .number(accept))
        if let joining {
            object.add(
                "joined",
                ["pause": .number(joining.pause), "seed": .integer(Int(joining.seed))])
        }
        object.add(
            "shares", .members(LineTally.shares.map { ($0.key, .share($0.count(all).value)) }))
        object.add("intervals", speakers.intervals)
        object.add("sets", .members(of: sets) { $0.json })
        object.add("speakers", .members(of: speakers) { $0.json })
        return object
    }
}

extension LineTally {
    /// The counts.
    fileprivate var json: JSONValue {
        [
            "lines": .integer(lines), "letters": .integer(letters), "right": .integer(right),
            "wrong": .integer(wrong), "notSeen": .integer(notSeen),
            "displaced": .integer(displaced), "open": .integer(open),
            "linesRight": .integer(linesRight),
        ]
    }
}
