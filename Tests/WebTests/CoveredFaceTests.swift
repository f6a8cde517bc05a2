import Acuity
import EyeFinder
import Foundation
import TestBrowser
import TestPages
import Testing

/// A remembered face with an eye covered, in pictures of a face with depth that scripts/measure-relief
/// draws: a photograph by NASA in the public domain (S93-32437), 63 mm between the pupils, a field of 60
/// degrees.
@Suite("A covered face", .timeLimit(.minutes(60)))
struct CoveredFaceTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Faces")

    /// A page whose function `look(name, times)` shows the finder a picture, and gives what it says last.
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
            window.look = async (name, times) => {
              let found = null;
              for (let time = 0; time < times; time += 1) {
                const { width, height, data } = window.pictures[name];
                const answer = new Promise((resolve) => {
                  worker.onmessage = ({ data: said }) => {
                    if (said.type === 'eyes') resolve(said);
                  };
                });
                worker.postMessage({
                  type: 'look', width, height, pixels: data.slice().buffer, looksAtIrises: true,
                  isAsked: false, at: time,
                });
                found = await answer;
              }
              return found;
            };
            window.tell({ type: 'focal', focal: 640 / Math.tan(Math.PI / 6) });
            """)
        return (browser, lane)
    }

    @Test(
        "A nearer, turned or nodded face is measured with an eye covered",
        arguments: [("covered-30", 30.0), ("turned-40", 40), ("nodded-40", 40)])
    func measured(picture: String, centimetres: Double) throws {
        let (browser, lane) = try page()
        defer { lane.cut() }
        let said =
            try browser.run(
                """
                return look('open-50', 3).then(() => look('\(picture)', 8)).then(
                  ({ measuredBy, size, turned }) => `${measuredBy} ${size} ${turned}`);
                """) as? String ?? ""
        let words = said.split(separator: " ")
        try #require(words.count == 3, "\(said)")
        #expect(words[0] == "face")
        let size = try #require(Double(words[1]))
        #expect(abs(50 / size / centimetres - 1) < 0.03, "\(said)")
        #expect(abs(try #require(Double(words[2]))) < 0.15)
    }

    @Test("Without a remembered face a covered one is measured by its outline, less exactly")
    func forgotten() throws {
        let (browser, lane) = try page()
        defer { lane.cut() }
        let said =
            try browser.run(
                """
                return import('/distance-measure.js').then(async (measure) => {
                  const samples = [];
                  for (let one = 0; one < measure.samplesNeeded; one += 1) {
                    samples.push(measure.sampleOf(await look('open-50', one === 0 ? 3 : 1)));
                  }
                  const calibration = measure.calibrate(samples, 500, 0.01);
                  window.tell({ type: 'forget' });
                  const results = [];
                  for (const name of ['covered-30', 'turned-40', 'nodded-40']) {
                    const found = await look(name, 8);
                    const { millimetres, deviation } = measure.distanceOf(found, calibration);
                    results.push(`${millimetres} ${deviation}`);
                  }
                  return results.join('|');
                });
                """) as? String ?? ""
        let results = said.split(separator: "|").map { result in
            result.split(separator: " ").compactMap { Double($0) }
        }
        try #require(results.count == 3, "\(said)")
        for (result, millimetres) in zip(results, [300.0, 400, 400]) {
            try #require(result.count == 2)
            // The error is within two of the standard deviations that are claimed.
            #expect(result[1] >= 0.05)
            #expect(abs(result[0] / millimetres - 1) < 2 * result[1], "\(said)")
        }
    }
}
