/// The files of the pages, which are embedded in the program.
enum PageFile {
    /// The file at a path; nil if there is none. No path leads to a file of the system.
    static func at(_ path: String) -> Reply.Content? { files[path] }

    private static let files: [String: Reply.Content] = [
        "/": html(PackageResources.patient_html),
        "/operator": html(PackageResources.operator_html),
        "/style.css": Reply.Content(type: "text/css", body: PackageResources.style_css),
        "/operator.css": Reply.Content(type: "text/css", body: PackageResources.operator_css),
        "/calibration.js": script(PackageResources.calibration_js),
        "/camera.js": script(PackageResources.camera_js),
        "/chart.js": script(PackageResources.chart_js),
        "/directions.js": script(PackageResources.directions_js),
        "/hand.js": script(PackageResources.hand_js),
        "/live.js": script(PackageResources.live_js),
        "/memory.js": script(PackageResources.memory_js),
        "/network.js": script(PackageResources.network_js),
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
