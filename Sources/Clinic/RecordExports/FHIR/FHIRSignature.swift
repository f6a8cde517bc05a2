internal import RecordStore
internal import Records

/// A signature as a Provenance of FHIR R4 with `signature`.
///
/// The digest of the signed contents, and whether they are unchanged, are extensions of Aloud. There are
/// no `data`: the signature is an entry of Aloud's records, not a cryptographic one.
struct FHIRSignature {
    let checked: CheckedSignature
    let targets: [JSONObject]

    var json: JSONObject {
        let signature = checked.signature
        let who: JSONObject = ["display": "\(signature.name) (\(signature.login))"]
        return [
            "target": targets, "recorded": signature.at.description,
            "reason": [["text": checked.words] as JSONObject],
            "agent": [
                ["type": ["coding": [participant.json]] as JSONObject, "who": who] as JSONObject
            ],
            "signature": [
                [
                    "extension": [
                        [
                            "url": Self.own("signed-digest"), "valueString": signature.digest,
                        ] as JSONObject,
                        [
                            "url": Self.own("signed-unchanged"), "valueBoolean": checked.isIntact,
                        ] as JSONObject,
                    ],
                    "type": [purpose.json], "when": signature.at.description, "who": who,
                ] as JSONObject
            ],
        ]
    }

    private static func own(_ name: String) -> String {
        FHIRCode.System.aloud.rawValue + "#" + name
    }

    /// The purpose: an approval verifies that the document is right.
    private var purpose: FHIRCode {
        let (place, words) =
            switch checked.signature.meaning {
            case .authorship: (1, "Author's Signature")
            case .review: (13, "Review Signature")
            case .approval: (5, "Verification Signature")
            }
        return FHIRCode(.signature, "1.2.840.10065.1.12.1.\(place)", words)
    }

    private var participant: FHIRCode {
        checked.signature.meaning == .authorship
            ? FHIRCode(.participant, "author", "Author")
            : FHIRCode(.participant, "verifier", "Verifier")
    }
}
