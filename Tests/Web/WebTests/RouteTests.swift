import HTTP
import Testing

@Suite("Routes")
struct RouteTests {
    private struct Declared: Routed {
        var method: String
        var path: String
    }

    private let table = RouteTable([
        Declared(method: "GET", path: "/"), Declared(method: "GET", path: "/people"),
        Declared(method: "POST", path: "/people"), Declared(method: "POST", path: "/people/search"),
        Declared(method: "GET", path: "/people/{person}"),
        Declared(method: "PUT", path: "/tests/{test}/events/{number}"),
        Declared(method: "GET", path: "/tests/{test}/events/last"),
    ])

    @Test(
        "a request has the route with the fewest parameters",
        arguments: [
            ("GET", "/", "/", [:]), ("HEAD", "/people", "/people", [:]),
            ("POST", "/people/search", "/people/search", [:]),
            ("GET", "/people/17", "/people/{person}", ["person": "17"]),
            ("GET", "/people/", "/people/{person}", ["person": ""]),
            (
                "PUT", "/tests/7/events/3", "/tests/{test}/events/{number}",
                ["test": "7", "number": "3"]
            ),
            ("GET", "/tests/7/events/last", "/tests/{test}/events/last", ["test": "7"]),
        ])
    func found(method: String, path: String, route: String, values: [String: String]) throws {
        let found = try table.find(Request(method, path))
        #expect(found.route.path == route && found.values == values)
        #expect(found.route.method == (method == "HEAD" ? "GET" : method))
    }

    @Test(
        "a path without a route is not found", arguments: ["", "/person", "/people/1/2", "people"])
    func unknown(path: String) {
        #expect(throws: Refusal.notFound) { try table.find(Request("GET", path)) }
    }

    @Test("a wrong method is refused with the methods of the path")
    func methods() {
        #expect(throws: Refusal.wrongMethod(allowed: ["GET", "POST", "HEAD"])) {
            try table.find(Request("DELETE", "/people"))
        }
        // A path without parameters hides those with some.
        #expect(throws: Refusal.wrongMethod(allowed: ["POST"])) {
            try table.find(Request("GET", "/people/search"))
        }
        #expect(
            Refusal.wrongMethod(allowed: ["POST", "PUT"]).content.headers["Allow"] == "POST, PUT")
    }

    @Test("a table's paths begin after its root")
    func root() throws {
        #expect(
            try table.find(Request("GET", "/api/v1/people"), below: "/api/v1").route.path
                == "/people")
        #expect(throws: Refusal.notFound) {
            try table.find(Request("GET", "/people"), below: "/api/v1")
        }
    }
}
