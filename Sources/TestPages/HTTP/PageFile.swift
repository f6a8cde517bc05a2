internal import CPageFonts

/// The files of the pages, which are embedded in the program.
enum PageFile {
    /// The file at a path; nil if there is none. No path leads to a file of the system.
    static func at(_ path: String) -> Reply.Content? { files[path] }

    private static let files: [String: Reply.Content] = [
        "/": html(PackageResources.patient_html),
        "/operator": PageFrame(
            titleKey: "operator.page", style: "/operator.css", script: "/operator.js",
            parts: PackageResources.operator_html
        ).page,
        "/moon": html(PackageResources.moon_html),
        "/design.css": style(PackageResources.design_css),
        "/style.css": style(PackageResources.style_css),
        "/operator.css": style(PackageResources.operator_css),
        "/moon-rest.css": style(PackageResources.moon_rest_css),
        "/moon.css": style(PackageResources.moon_css),
        "/icon.svg": Reply.Content(type: "image/svg+xml", body: PackageResources.icon_svg),
        "/en.json": texts(PackageResources.en_json),
        "/said.json": texts(said),
        "/de.json": texts(PackageResources.de_json),
        "/es.json": texts(PackageResources.es_json),
        "/fr.json": texts(PackageResources.fr_json),
        "/hi.json": texts(PackageResources.hi_json),
        "/calibration.js": script(PackageResources.calibration_js),
        "/camera-view.js": script(PackageResources.camera_view_js),
        "/camera.js": script(PackageResources.camera_js),
        "/chart.js": script(PackageResources.chart_js),
        "/device.css": Reply.Content(type: "text/css", body: PackageResources.device_css),
        "/directions.js": script(PackageResources.directions_js),
        "/distance-measure.js": script(PackageResources.distance_measure_js),
        "/distance.js": script(PackageResources.distance_js),
        "/eye-worker.js": script(PackageResources.eye_worker_js),
        "/eyes.js": script(PackageResources.eyes_js),
        "/eyes.wasm": Reply.Content(
            type: "application/wasm", body: PackageResources.eyes_wasm),
        "/guide-machine.js": script(PackageResources.guide_machine_js),
        "/guide.js": script(PackageResources.guide_js),
        "/hand.js": script(PackageResources.hand_js),
        "/hearing.js": script(PackageResources.hearing_js),
        "/live.js": script(PackageResources.live_js),
        "/memory.js": script(PackageResources.memory_js),
        "/microphone.js": script(PackageResources.microphone_js),
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
        "/reading.js": script(PackageResources.reading_js),
        "/result.js": script(PackageResources.result_js),
        "/setup.js": script(PackageResources.setup_js),
        "/sizes.js": script(PackageResources.sizes_js),
        "/sound-sender.js": script(PackageResources.sound_sender_js),
        "/sound-worklet.js": script(PackageResources.sound_worklet_js),
        "/texts.js": script(PackageResources.texts_js),
        "/words.js": script(PackageResources.words_js),
    ].merging(fonts) { file, _ in file }

    /// The fonts with their licence.
    private static var fonts: [String: Reply.Content] {
        var files: [String: Reply.Content] = [:]
        for index in 0... {
            // The bytes are constants of the program.
            let font = unsafe aloud_font_at(index)
            let name = unsafe String(cString: font.name)
            guard !name.isEmpty else { break }
            files["/" + name] = Reply.Content(
                type: name.hasSuffix(".woff2") ? "font/woff2" : "text/plain; charset=utf-8",
                body: unsafe Array(UnsafeBufferPointer(start: font.bytes, count: font.count)))
        }
        return files
    }

    /// The English sentences that Aloud sends: the part of the catalogue that pages in other languages
    /// need of it.
    private static var said: [UInt8] {
        let lines = String(decoding: PackageResources.en_json, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("\"said.") }
            .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
        return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
    }

    private static func style(_ body: [UInt8]) -> Reply.Content {
        Reply.Content(type: "text/css; charset=utf-8", body: body)
    }

    private static func texts(_ body: [UInt8]) -> Reply.Content {
        Reply.Content(type: "application/json; charset=utf-8", body: body)
    }

    private static func html(_ body: [UInt8]) -> Reply.Content {
        Reply.Content(type: "text/html; charset=utf-8", body: body)
    }

    private static func script(_ body: [UInt8]) -> Reply.Content {
        Reply.Content(type: "text/javascript; charset=utf-8", body: body)
    }
}
