internal import RecordStore
internal import Records

/// The description of the interface, made from the routes (OpenAPI 3.1).
struct OpenAPIDocument {
    let routes: [DescribedRoute]

    /// The document.
    var json: JSONObject {
        var paths: JSONObject = [:]
        var order: [String] = []
        for route in routes where !order.contains(route.path) { order.append(route.path) }
        for path in order {
            var item: JSONObject = [:]
            for route in routes where route.path == path {
                item.add([route.method.lowercased(): operation(route)])
            }
            paths.add([path: item])
        }
        var schemas: JSONObject = [:]
        for (name, schema) in Schema.named { schemas.add([name: schema.json]) }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Aloud: records of visual acuity tests", "version": "1.0.0",
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"] as JSONObject,
            ] as JSONObject,
            "servers": [["url": "/api/v1"] as JSONObject],
            "security": [["token": [String]()] as JSONObject],
            "paths": paths,
            "components": [
                "schemas": schemas,
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"] as JSONObject
                ] as JSONObject,
                "responses": [
                    "Problem": [
                        "description": "A problem, as RFC 9457 describes it",
                        "content": [
                            "application/problem+json": [
                                "schema": Schema.named("Problem").json
                            ] as JSONObject
                        ] as JSONObject,
                    ] as JSONObject
                ] as JSONObject,
            ] as JSONObject,
        ]
    }

    private func operation(_ route: DescribedRoute) -> JSONObject {
        var operation: JSONObject = [
            "operationId": route.name, "summary": route.summary,
            "parameters": parameters(route), "responses": responses(route),
        ]
        if let permission = route.permission {
            operation.add(["x-permission": permission.rawValue])
        } else {
            operation.add(["security": [JSONObject]()])
        }
        if let body = route.body {
            operation.add([
                "requestBody": [
                    "required": true,
                    "content": [
                        "application/json": ["schema": Schema.named(body).json] as JSONObject
                    ] as JSONObject,
                ] as JSONObject
            ])
        }
        return operation
    }

    private func parameters(_ route: DescribedRoute) -> [JSONObject] {
        var parameters: [JSONObject] = route.pathNames.map { name in
            let schema: Schema =
                switch name {
                case "number": .whole(0...1_000_000)
                case "peer": .text(.any)
                default: .text(.id)
                }
            return ["name": name, "in": "path", "required": true, "schema": schema.json]
        }
        parameters += route.query.map { parameter in
            [
                "name": parameter.name, "in": "query", "required": false,
                "description": parameter.note, "schema": parameter.schema.json,
            ]
        }
        if route.needsVersion {
            parameters.append([
                "name": "If-Match", "in": "header", "required": true,
                "description": "The version that is changed, as ETag gives it.",
                "schema": ["type": "string", "pattern": "^\"[1-9][0-9]{0,8}\"$"] as JSONObject,
            ])
        }
        if route.takesKey {
            parameters.append([
                "name": "Idempotency-Key", "in": "header", "required": false,
                "description":
                    "A request that is sent again with the same key is carried out once.",
                "schema": ["type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$"] as JSONObject,
            ])
        }
        return parameters
    }

    /// The links from a route that adds a person or a test to the routes that take its identifier.
    private func links(_ route: DescribedRoute) -> JSONObject {
        let (name, value) =
            route.answer == "Person"
            ? ("person", "$response.body#/key") : ("test", "$response.body#/id")
        var links: JSONObject = [:]
        for other in routes where other.pathNames.first == name && other.name != route.name {
            var parameters: JSONObject = [name: value]
            if other.needsVersion {
                parameters.add(["header.If-Match": "$response.header.ETag"])
            }
            links.add([
                other.name: [
                    "operationId": other.name, "parameters": parameters,
                ] as JSONObject
            ])
        }
        return links
    }

    private func responses(_ route: DescribedRoute) -> JSONObject {
        var content: JSONObject = [:]
        if let answer = route.answer {
            content.add(["application/json": ["schema": Schema.named(answer).json] as JSONObject])
        }
        for format in route.formats { content.add([format.type: JSONObject()]) }
        var responses: JSONObject = [:]
        for (status, words) in route.statuses {
            var response: JSONObject = ["description": words]
            if status != 204 { response.add(["content": content]) }
            if status == 201 { response.add(["links": links(route)]) }
            responses.add(["\(status)": response])
        }
        responses.add(["default": ["$ref": "#/components/responses/Problem"] as JSONObject])
        return responses
    }
}

/// Any JSON of a request, before it is checked.
enum JSONValue: Sendable, Equatable, Decodable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}
