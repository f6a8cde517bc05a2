/// The files of the pages, which are embedded in the program.
enum PageFile {
    /// The file at a path; nil if there is none. No path leads to a file of the system.
    static func at(_ path: String) -> Reply.Content? { files[path] }

    private static let files: [String: Reply.Content] = [
        "/": html(PackageResources.patient_html),
        "/operator": html(PackageResources.operator_html),
        "/moon": html(PackageResources.moon_html),
        "/style.css": Reply.Content(type: "text/css", body: PackageResources.style_css),
        "/operator.css": Reply.Content(type: "text/css", body: PackageResources.operator_css),
        "/moon-rest.css": Reply.Content(
            type: "text/css", body: PackageResources.moon_rest_css),
        "/moon.css": Reply.Content(type: "text/css", body: PackageResources.moon_css),
        "/calibration.js": script(PackageResources.calibration_js),
        "/camera.js": script(PackageResources.camera_js),
        "/chart.js": script(PackageResources.chart_js),
        "/directions.js": script(PackageResources.directions_js),
        "/hand.js": script(PackageResources.hand_js),
        "/live.js": script(PackageResources.live_js),
        "/memory.js": script(PackageResources.memory_js),
        "/network.js": script(PackageResources.network_js),
        "/moon.js": script(PackageResources.moon_js),
        "/moon-drawing.js": script(PackageResources.moon_drawing_js),
        "/moon-facts.js": script(PackageResources.moon_facts_js),
        "/moon-features.js": script(PackageResources.moon_features_js),
        "/moon-map.js": script(PackageResources.moon_map_js),
        "/moon-rest.js": script(PackageResources.moon_rest_js),
        "/moon-stage.js": script(PackageResources.moon_stage_js),
        "/operator.js": script(PackageResources.operator_js),
        "/patient.js": script(PackageResources.patient_js),
        "/result.js": script(PackageResources.result_js),
        "/sizes.js": script(PackageResources.sizes_js),
        "/words.js": script(PackageResources.words_js),
    ]

    private static func html(_ body: [UInt8]) -> Reply.Content {
        Reply.Content(type: "text/html; charset=utf-8", body: body)
    }

    private static func script(_ body: [UInt8]) -> Reply.Content {
        Reply.Content(type: "text/javascript; charset=utf-8", body: body)
    }
}
