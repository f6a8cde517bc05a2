internal import RecordStore

// The forms of electronic signatures.
extension Schema {
    static let signature = Schema.object([
        Member("id", .text(.id), required: true),
        Member("object", .text(.any), required: true),
        Member("version", .optional(.whole(1...Int(Int32.max))), required: true),
        Member("tests", .whole(0...Int(Int32.max)), required: true),
        Member("digest", .text(.any), required: true),
        Member("meaning", .choice(Signature.Meaning.allCases.map(\.rawValue)), required: true),
        Member("name", .text(.any), required: true, "Of the signer at the time."),
        Member("login", .text(.any), required: true),
        Member("at", .text(.moment), required: true),
        Member("note", .optional(.text(.any)), required: true),
        Member("isIntact", .flag, required: true, "False if the contents changed since."),
    ])

    /// A signature that is to be made.
    static let newSignature = Schema.object([
        Member(
            "object", .text(.line), required: true,
            "'test ID', 'day 2026-01-31' or 'study 2026-01-01/2026-03-31 NAME'."),
        Member(
            "meaning", .choice(Signature.Meaning.allCases.map(\.rawValue)), required: true),
        Member("digest", .text(.any), required: true, "Of the contents that were read."),
        Member("note", .optional(.text(.line))),
        Member("password", .text(.any), required: true),
        Member("code", .optional(.text(.any)), "Of the second factor."),
    ])

    /// The signatures of a test, a day or a study.
    static let signatures = Schema.object([
        Member("object", .text(.any), required: true),
        Member(
            "digest", .optional(.text(.any)), required: true,
            "Of what a signature is for now; null if no test has ended."),
        Member("version", .optional(.whole(1...Int(Int32.max))), required: true),
        Member("tests", .whole(0...Int(Int32.max)), required: true),
        Member("items", .list(.named("Signature")), required: true),
    ])
}
