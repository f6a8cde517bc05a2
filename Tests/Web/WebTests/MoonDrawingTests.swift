import Dialogue
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// The modules that draw the moon and place it in the room, alone in a browser.
@Suite("Moon drawing", .listening)
struct MoonDrawingTests {
    private func run(_ script: String) throws -> Any? {
        let browser = try Browser(width: 600, height: 600)
        let lane = try Lane()
        try browser.open(lane.address + "/style.css")
        return try browser.run(script)
    }

    @Test("Maria are dark and ray craters bright at their true coordinates")
    func map() throws {
        let values = try #require(
            try run(
                """
                return import('/moon-map.js').then(({ MoonMap }) => {
                  const map = new MoonMap(480, 432);
                  const around = (latitude, longitude) => {
                    let sum = 0;
                    for (let a = -2; a <= 2; a += 1) {
                      for (let b = -2; b <= 2; b += 1) sum += map.brightness(latitude + a, longitude + b);
                    }
                    return sum / 25;
                  };
                  return [[34.7, -14.9], [27.3, 18.4], [8.4, 30.8], [16.2, 59.1], [-7.8, 53.7],
                    [-24.5, -38.6], [20.7, -56.7], [-15.2, 34.6]].map((at) => around(...at)).concat(
                    [[-43.3, -13], [-35, 20], [-65, 30], [-25, 5]].map((at) => around(...at)));
                });
                """) as? [Double])
        let (maria, highlands) = (values.prefix(8), values.suffix(4))
        let darkest = try #require(highlands.min())
        let brightest = try #require(maria.max())
        #expect(brightest < darkest - 0.1, "\(values)")
    }

    @Test(
        "The lit side faces the sun, with and without WebGL", arguments: [true, false])
    func light(hasGraphics: Bool) throws {
        let values = try #require(
            try run(
                """
                if (!\(hasGraphics)) {
                  const get = HTMLCanvasElement.prototype.getContext;
                  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
                    return kind === 'webgl' ? null : get.call(this, kind, ...rest);
                  };
                }
                return Promise.all([import('/moon-map.js'), import('/moon-drawing.js')]).then(
                  ([{ MoonMap }, { MoonDrawing }]) => {
                    const canvas = document.createElement('canvas');
                    const drawing = new MoonDrawing(canvas, new MoonMap(240, 216));
                    const face = { earthLongitude: 0, earthLatitude: 0, sunLatitude: 0 };
                    const copy = document.createElement('canvas');
                    copy.width = copy.height = 100;
                    const context = copy.getContext('2d');
                    const sides = (sunLongitude, axisDegrees) => {
                      drawing.draw({ ...face, sunLongitude, axisDegrees }, 100);
                      context.clearRect(0, 0, 100, 100);
                      context.drawImage(canvas, 0, 0);
                      return [[20, 50], [80, 50], [50, 20], [50, 80], [2, 2]].map(
                        ([x, y]) => context.getImageData(x, y, 1, 1).data[0]);
                    };
                    return [[Number(drawing.usesGraphics)], sides(90, 0), sides(-90, 0), sides(90, 90)];
                  });
                """) as? [[Double]])
        #expect(values[0] == [hasGraphics ? 1 : 0])
        let (quarter, last, turned) = (values[1], values[2], values[3])
        #expect(quarter[1] > 60 && quarter[0] < 20, "first quarter: \(quarter)")
        #expect(last[0] > 60 && last[1] < 20, "last quarter: \(last)")
        // With north to the left, east is up.
        #expect(turned[2] > 60 && turned[3] < 20, "turned: \(turned)")
        #expect(quarter[4] == 0)
    }

    @Test("The moon appears when the camera points steadily down, and stays there")
    func stage() throws {
        let log = try #require(
            try run(
                """
                return import('/moon-stage.js').then(({ MoonStage, cameraAxes }) => {
                  const stage = new MoonStage();
                  const log = [];
                  const hold = (angles, from, to) => {
                    for (let at = from; at <= to; at += 100) {
                      stage.take(cameraAxes(angles), at);
                    }
                    log.push(stage.state);
                  };
                  hold({ alpha: 0, beta: 90, gamma: 0 }, 0, 3000);
                  hold({ alpha: 0, beta: 0, gamma: 0 }, 3100, 6000);
                  hold({ alpha: 0, beta: 40, gamma: 0 }, 6100, 7000);
                  hold({ alpha: 0, beta: 48, gamma: 0 }, 7100, 8000);
                  hold({ alpha: 0, beta: 48, gamma: 0 }, 8100, 8100);
                  const { x, y } = stage.place();
                  log.push(Math.abs(x) < 1e-9 && Math.abs(y) < 1e-9);
                  hold({ alpha: 0, beta: 58, gamma: 0 }, 8200, 8300);
                  // The camera rises, so the moon sinks: by tan 10 degrees of tan 32.
                  log.push(Math.abs(stage.place().y + Math.tan(10 * Math.PI / 180)
                    / Math.tan(32 * Math.PI / 180)) < 1e-6);
                  hold({ alpha: 120, beta: 50, gamma: 0 }, 8400, 8600);
                  log.push(stage.place() === null, stage.way);
                  hold({ alpha: 120, beta: 50, gamma: 0 }, 8700, 11000);
                  stage.clear();
                  log.push(stage.state, stage.place() === null);
                  return log.join(' ');
                });
                """) as? String)
        #expect(
            log == "searching searching holding holding shown true shown true away true right"
                + " shown searching true")
    }

    @Test("On a screen turned sideways the camera's axes turn with it")
    func sideways() throws {
        let isRight = try run(
            """
            return import('/moon-stage.js').then(({ cameraAxes }) => {
              // The device is on its left side: its top points to the left, its right side up.
              const { right, up, forward } = cameraAxes({ alpha: 0, beta: 0, gamma: -90 }, 90);
              const near = (one, two) => one.every((value, index) => Math.abs(value - two[index]) < 1e-9);
              return near(up, [0, 0, 1]) && Math.abs(right[2]) < 1e-9 && Math.abs(forward[2]) < 1e-9;
            });
            """)
        #expect(isRight as? Bool == true)
    }

    @Test("The moon is shown only in the rest between two eyes")
    func rest() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_000, height: 700)
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        let words = "The first eye is done. Please rest both eyes for a moment."
        try lane.show(
            .rest(title: "A rest", words: words, canGoOn: true, showsMoon: true), in: browser)
        try browser.wait(until: "document.getElementById('rest-moon').width > 100")
        let check = PageCheck(browser: browser)
        try check.prepare()
        try check.picture("rest with moon")
        #expect(try check.faults() == [])
        #expect(try check.faultsOfFocus() == [])
        try lane.show(.rest(title: "Listen", words: words, canGoOn: true), in: browser)
        try browser.wait(until: "document.getElementById('rest-moon').hidden")
    }
}
