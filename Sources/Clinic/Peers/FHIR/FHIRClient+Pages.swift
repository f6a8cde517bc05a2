internal import Foundation
internal import Platform
internal import RecordStore

// Searches, whose results come in pages.

extension FHIRClient {
    /// Maximum number of pages of a search that are read: with 200 orders each, as many as the plan
    /// holds.
    private static let mostPages = 25

    /// The resources that a search finds on its pages, as JSON from the server, and the fault that
    /// ended the reading after the first page; nil if all pages were read.
    ///
    /// - Throws: `Fault` without a first page.
    func resources(
        _ type: String, _ query: String
    ) throws -> (found: [[String: Any]], fault: Fault?) {
        var path = "/\(type)?\(query)"
        var (found, next) = try page(path)
        do {
            for _ in 1..<Self.mostPages {
                guard let link = next else { return (found, nil) }
                path = try self.path(of: link, on: path)
                let (more, further) = try page(path)
                found += more
                next = further
            }
        } catch let fault as Fault { return (found, fault) }
        guard next != nil else { return (found, nil) }
        let words = "Its answer has more than \(Self.mostPages) pages."
        return (found, Fault(outcome: .later(words)))
    }

    /// The path of a link on a page, after the peer's address. A relative link belongs to the page.
    ///
    /// - Throws: `Fault` for another address than the peer's: the token must not go there.
    private func path(of link: String, on page: String) throws(Fault) -> String {
        let whole =
            link.hasPrefix(base)
            ? link : URL(string: link, relativeTo: URL(string: base + page))?.absoluteString ?? ""
        let rest = whole.hasPrefix(base) ? whole.dropFirst(base.count) : ""
        guard rest.first == "/" || rest.first == "?" else {
            throw Fault(
                outcome: .later(
                    "Its next page has another address than the peer: name that address."))
        }
        return String(rest)
    }

    /// The resources on a page of a search, and the address of the next page; nil after the last one.
    private func page(
        _ path: String
    ) throws -> (resources: [[String: Any]], next: String?) {
        let answer = try answer("GET", path)
        guard answer.status == 200 else { throw fault(answer) }
        guard
            let json = try? JSONSerialization.jsonObject(with: Data(answer.body))
                as? [String: Any],
            json["resourceType"] as? String == "Bundle"
        else { throw Fault(outcome: .later("Its answer is not a FHIR bundle.")) }
        let resources = (json["entry"] as? [[String: Any]] ?? []).compactMap {
            $0["resource"] as? [String: Any]
        }
        let next = (json["link"] as? [[String: Any]] ?? [])
            .first { $0["relation"] as? String == "next" }
        return (resources, next?["url"] as? String)
    }

    /// The identifiers of the resources on the first page of a search.
    ///
    /// - Throws: `Fault`.
    func search(_ type: String, _ query: String) throws -> [String] {
        try page("/\(type)?\(query)").resources.filter { $0["resourceType"] as? String == type }
            .compactMap { $0["id"] as? String }
            .filter { $0.wholeMatch(of: #/[A-Za-z0-9.\-]{1,64}/#) != nil }
    }
}
