import Foundation
import HTTP
import TestPages
import Testing

@Suite("Addresses, links and proxies")
struct AddressTests {
    private func head(
        _ host: String, _ path: String = "/", method: String = "GET",
        with more: [String: String] = [:], peer: String = "0a000005"
    ) -> Request {
        Request(
            method, path, headers: ["host": host].merging(more) { $1 }, peer: peer)
    }

    private let link = [
        "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
    ]

    @Test("the names of a certificate are names of the server, also with an asterisk")
    func certified() {
        let hosts = AllowedHosts(
            port: 2021, names: ["lane1.clinic.test", "*.lanes.test"], isSecure: true)
        #expect(hosts.refusal(of: head("lane1.clinic.test:2021")) == nil)
        #expect(hosts.refusal(of: head("Lane1.Clinic.test:2021")) == nil)
        #expect(hosts.refusal(of: head("a.lanes.test:2021")) == nil)
        for host in [
            "lane2.clinic.test:2021", "lanes.test:2021", "a.b.lanes.test:2021",
            "*.lanes.test:2021", ".lanes.test:2021", "a.lanes.test", "evil.test:2021",
        ] {
            #expect(hosts.refusal(of: head(host)) == .foreign, "\(host)")
        }
        let own = ["origin": "https://a.lanes.test:2021"]
        #expect(hosts.refusal(of: head("a.lanes.test:2021", method: "POST", with: own)) == nil)
        let other = head("b.lanes.test:2021", method: "POST", with: own)
        #expect(hosts.refusal(of: other) == .otherSite)
    }

    @Test("a link of another site opens a page, and nothing else")
    func links() {
        let hosts = AllowedHosts(port: 2020)
        let host = "127.0.0.1:2020"
        for path in ["/", "/records", "/operator", "/account"] {
            #expect(hosts.refusal(of: head(host, path, with: link)) == nil, "\(path)")
        }
        #expect(hosts.refusal(of: head(host, "/api/v1/tests", with: link)) == .otherSite)
        #expect(hosts.refusal(of: head(host, "/", method: "POST", with: link)) == .otherSite)
        for (name, value) in [
            ("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "iframe"),
            ("sec-fetch-dest", "image"),
        ] {
            let other = link.merging([name: value]) { $1 }
            #expect(hosts.refusal(of: head(host, "/", with: other)) == .otherSite, "\(value)")
        }
    }

    @Test(
        "a proxy reports the client and the address",
        arguments: [
            (
                [
                    "x-forwarded-for": "6.6.6.6, 10.0.0.9", "x-forwarded-proto": "https",
                    "x-forwarded-host": "aloud.test",
                ], "for 10.0.0.9", "https://aloud.test"
            ),
            (
                [
                    "forwarded":
                        "for=1.1.1.1, for=\"[2001:db8:1:2::5]:99\";proto=https;host=Aloud.test"
                ], "for 2001:db8:1:2", "https://aloud.test"
            ),
            (["forwarded": "for=10.0.0.9:7;host=aloud.test"], "for 10.0.0.9", "http://aloud.test"),
            (["x-forwarded-for": "::ffff:10.0.0.9"], "for 10.0.0.9", "http://inside:2020"),
            // Where two headers differ, one is the sender's own.
            (
                ["x-forwarded-for": "10.0.0.9", "forwarded": "for=6.6.6.6"], "for 0a000005",
                "http://inside:2020"
            ),
        ])
    func forwarded(headers: [String: String], peer: String, origin: String) {
        let request = head("inside:2020", with: headers).forwarded()
        #expect(request.peer == peer)
        #expect(request.publicOrigin == origin)
        let hosts = AllowedHosts(port: 2020)
        #expect(hosts.refusal(of: request) == nil)
        var changing = request
        changing.method = "POST"
        changing.headers["origin"] = origin
        #expect(hosts.refusal(of: changing) == nil)
        changing.headers["origin"] = "https://evil.test"
        #expect(hosts.refusal(of: changing) == .otherSite)
        // Without the proxy the headers count for nothing.
        #expect(hosts.refusal(of: head("aloud.test", with: headers)) == .foreign)
    }

    @Test("a request of the proxy's machine itself is not forwarded")
    func direct() {
        let request = head("127.0.0.1:2020", peer: "7f000001")
        #expect(request.forwarded() == request)
    }

    @Test(
        "a person gets a page in their language, a program problem details",
        arguments: [
            ("de-CH,de;q=0.9,en;q=0.8", "de", "Aloud hat diese Adresse nicht."),
            ("it,en;q=0.5,fr;q=0.9", "fr", "Aloud"),
            ("", "en", "Aloud does not have this address."),
        ])
    func refusals(languages: String, language: String, words: String) {
        let browser = ["accept": "text/html,*/*", "accept-language": languages]
        let pages = PageController(.over(title: "", words: ""))
        let page = pages.content(.foreign, for: head("evil.test", with: browser))
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(page.status == 403 && page.type.hasPrefix("text/html"))
        #expect(text.contains("lang=\"\(language)\"") && text.contains(words))
        for request in [
            head("evil.test"), head("evil.test", with: ["accept": "*/*"]),
            head("evil.test", with: ["accept": "text/html;q=0.5,application/json"]),
        ] {
            let problem = pages.content(.foreign, for: request)
            #expect(problem.type == "application/problem+json" && problem.status == 403)
        }
    }

    @Test("every refusal has a sentence in every language", arguments: Catalogue.languages)
    func translated(language: String) throws {
        let catalogue = try #require(Catalogue(language: language))
        let all: [Refusal] = [
            .notFound, .wrongMethod(allowed: ["GET"]), .foreign, .otherSite, .noOrigin, .malformed,
            .unknownSession,
            .pageTaken, .wrongCode, .signIn, .notAllowed, .lockedOut, .tooLarge(4_096), .tooMany,
            .notNow,
        ]
        for refusal in all {
            #expect(catalogue.translated(refusal.title) != refusal.title, "\(refusal)")
        }
    }
}
