internal import Accounts
internal import HTTP
internal import RecordStore
internal import Records

/// A signature as a page sends it, with the proof of the signer.
private struct SignatureFields: Decodable {
    var object: String
    var meaning: Signature.Meaning
    var digest: String
    var note: String?
    var password: String
    var code: String?
}

extension RecordInterface {
    /// The routes of electronic signatures.
    static let signatureRoutes: [DescribedRoute] = [
        DescribedRoute(
            method: "GET", path: "/tests/{test}/signatures", name: "listSignaturesOfTest",
            summary: "The signatures that cover a test, and what a signature of it is for",
            permission: .readTests, answer: "Signatures"
        ) { call in
            let test = try call.test()
            var known: [SignedObject: String] = [:]
            let covering = try call.store.checkedSignatures(covering: test, known: &known)
            return try signatures(covering, of: .test(test.id), call)
        },
        DescribedRoute(
            method: "GET", path: "/signatures", name: "listSignatures",
            summary: "The signatures of a test, a day or a study, with their meaning",
            permission: .readTests,
            query: [
                .init(
                    name: "object", schema: .text(.line),
                    note:
                        "'test ID', 'day 2026-01-31', 'study 2026-01-01/2026-03-31 NAME' or 'trial NAME'."
                )
            ], answer: "Signatures"
        ) { call in
            let object = try object(of: call.request.query["object"] ?? "")
            return try signatures(call.store.checkedSignatures(of: object), of: object, call)
        },
        DescribedRoute(
            method: "POST", path: "/signatures", name: "sign",
            summary: "Sign with the password and a code of the second factor",
            permission: .writeTests, body: "NewSignature", statuses: [(201, "Signed")],
            answer: "Signature"
        ) { call in
            let fields: SignatureFields = try call.read()
            guard let signIns = call.desk.signIns, call.caller.scopes == nil else {
                throw Refusal(
                    status: 403, code: "noAccounts", title: SigningFault.noAccounts.description)
            }
            let note = fields.note.flatMap { $0.isEmpty ? nil : $0 }
            let wish = SigningWish(
                try object(of: fields.object), as: fields.meaning, seen: fields.digest, note: note)
            do {
                let signature = try signIns.sign(
                    wish, as: call.caller.name,
                    SignIns.Proof(fields.password, code: fields.code), from: call.request.peer)
                return call.answer(
                    content(CheckedSignature(signature, isIntact: true)), status: 201)
            } catch let fault as SigningFault {
                throw Refusal(
                    status: fault == .changed ? 412 : 422, code: fault.code,
                    title: fault.description)
            } catch let fault as SignIns.Fault {
                throw refusal(fault)
            }
        },
    ]

    private static func object(of text: String) throws -> SignedObject {
        guard let object = SignedObject(text) else {
            throw Refusal.malformed(
                "The object is not 'test ID', 'day 2026-01-31', 'study 2026-01-01/2026-03-31 NAME' or"
                    + " 'trial NAME'.")
        }
        return object
    }

    private static func signatures(
        _ found: [CheckedSignature], of object: SignedObject, _ call: RESTCall
    ) throws -> Reply.Content {
        let contents = try call.store.signedContents(of: object)
        if case .test(let id) = object { try call.store.note(.view, of: id, by: call.author) }
        return call.answer(
            [
                "object": object.text, "digest": orNull(contents?.digest),
                "version": orNull(contents?.version), "tests": contents?.tests ?? 0,
                "items": found.map(content),
            ] as JSONObject)
    }

    private static func content(_ checked: CheckedSignature) -> JSONObject {
        let signature = checked.signature
        return [
            "id": signature.id, "object": signature.object.text,
            "version": orNull(signature.version), "tests": signature.tests,
            "digest": signature.digest, "meaning": signature.meaning.rawValue,
            "name": signature.name, "login": signature.login, "at": signature.at,
            "note": orNull(signature.note), "isIntact": checked.isIntact,
        ]
    }

    private static func refusal(_ fault: SignIns.Fault) -> Refusal {
        switch fault {
        case .wrong:
            Refusal(status: 422, code: "wrongPassword", title: "The password is wrong.")
        case .codeNeeded:
            Refusal(status: 422, code: "codeNeeded", title: "Enter the code of your app, too.")
        case .wrongCode:
            Refusal(
                status: 422, code: "wrongCode",
                title: "The code is wrong or was used before. Wait for the next one.")
        case .slowed(let seconds):
            Refusal(
                status: 429, code: "slowed",
                title: "Too many wrong tries. Try again in \(seconds) s.",
                headers: ["Retry-After": "\(seconds)"])
        case .store(let error): Refusal(error)
        }
    }
}
