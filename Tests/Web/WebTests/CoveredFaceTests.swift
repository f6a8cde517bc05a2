import Acuity
import EyeFinder
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// A remembered face with an eye covered, in pictures of a face with depth that scripts/bench/relief
/// draws: a photograph by NASA in the public domain (S93-32437), 63 mm between the pupils, a field of 60
/// degrees.
@Suite("A covered face", .listening)
struct CoveredFaceTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Faces")

    /// A page whose function `look(name)` shows the finder a picture, and returns its answer.
    private func page() throws -> (Browser, Lane) {
        let lane = try Lane(
            .waiting(eye: .right, distance: .fourMetres, chooses: true),
            device: PageDevice(eyeNets: EyeFinder.nets))
        let browser = try Browser(width: 500, height: 500)
        try lane.open(browser, pixelsPerMillimetre: nil)
        for name in ["open-50", "covered-30", "turned-40", "nodded-40"] {
            let picture = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).jpg"))
                .base64EncodedString()
            try browser.run(
                """
                window.pictures ??= {};
                const image = new Image();
                image.src = 'data:image/jpeg;base64,\(picture)';
                return image.decode().then(() => {
                  const canvas = document.createElement('canvas');
                  Object.assign(canvas, { width: 1280, height: 720 });
                  const context = canvas.getContext('2d');
                  context.fillStyle = 'rgb(110, 110, 105)';
                  context.fillRect(0, 0, 1280, 720);
                  context.drawImage(image, 320, 0);
                  window.pictures['\(name)'] = context.getImageData(0, 0, 1280, 720);
                });
                """)
        }
        try browser.run(
            """
            const worker = new Worker('/eye-worker.js', { type: 'module' });
            window.tell = (message) => worker.postMessage(message);
            window.look = (name) => new Promise((resolve) => {
              const { width, height, data } = window.pictures[name];
              worker.onmessage = ({ data: said }) => {
                if (said.type === 'eyes') { window.found = said; resolve(); }
              };
              worker.postMessage({
                type: 'look', width, height, pixels: data.slice().buffer, looksAtIrises: true,
                isAsked: false, at: 0,
              });
            });
            window.tell({ type: 'focal', focal: 640 / Math.tan(Math.PI / 6) });
            """)
        return (browser, lane)
    }

    /// Shows the finder the same picture several times, as a camera does.
    private func look(_ picture: String, times: Int, in browser: Browser) throws {
        for _ in 0..<times { try browser.run("return look('\(picture)');") }
    }

    @Test(
        "A nearer, turned or nodded face is measured with an eye covered",
        arguments: [("covered-30", 30.0), ("turned-40", 40), ("nodded-40", 40)])
    func measured(picture: String, centimetres: Double) throws {
        let (browser, lane) = try page()
        defer { lane.cut() }
        try look("open-50", times: 3, in: browser)
        try look(picture, times: 8, in: browser)
        let said =
            try browser.run(
                """
                const { measuredBy, size, turned } = window.found;
                return `${measuredBy} ${size} ${turned}`;
                """) as? String ?? ""
        let words = said.split(separator: " ")
        try #require(words.count == 3, "\(said)")
        #expect(words[0] == "face")
        let size = try #require(Double(words[1]))
        #expect(abs(50 / size / centimetres - 1) < 0.03, "\(said)")
        #expect(abs(try #require(Double(words[2]))) < 0.15)
    }

    @Test("Without a remembered face, a covered face is measured by its outline")
    func forgotten() throws {
        let (browser, lane) = try page()
        defer { lane.cut() }
        try look("open-50", times: 2, in: browser)
        let result = "import('/distance-measure.js').then((measure) => "
        try browser.run("window.samples = [];")
        for _ in 0..<12 {
            try look("open-50", times: 1, in: browser)
            try browser.run("return \(result) { samples.push(measure.sampleOf(found)); });")
        }
        try browser.run(
            """
            return \(result) { window.calibration = measure.calibrate(samples, 500, 0.01); });
            """)
        let pictures = [("covered-30", 300.0), ("nodded-40", 400)]
        for (picture, millimetres) in pictures {
            try browser.run("window.tell({ type: 'forget' });")
            try look(picture, times: 8, in: browser)
            let answer =
                try browser.run(
                    """
                    return \(result) {
                      const { millimetres, deviation } = measure.distanceOf(found, calibration);
                      return [millimetres, deviation];
                    });
                    """) as? [Any] ?? []
            let measured = answer.compactMap { ($0 as? NSNumber)?.doubleValue }
            try #require(measured.count == 2, "\(picture)")
            // The error is within two of the standard deviations that are claimed.
            #expect(measured[1] >= 0.05)
            #expect(abs(measured[0] / millimetres - 1) < 2 * measured[1], "\(picture) \(measured)")
        }
    }
}
