import Acuity
import EyeFinder
import Foundation
import TestBrowser
import TestPages

/// A camera in a browser that sees a person at a chosen distance.
///
/// The portrait is a photograph by NASA in the public domain (Eileen Collins, S93-32437). The lens has a
/// horizontal field of 60 degrees and its picture 1280 x 720 pixels; the eyes are 63 mm apart.
enum FakeCamera {
    private static let portrait = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("portrait.jpg")

    /// Gives every page that the browser opens from now on this camera, at first with nobody before
    /// it.
    static func install(in browser: Browser) throws {
        let picture = try Data(contentsOf: portrait).base64EncodedString()
        try browser.devTools(
            "Page.addScriptToEvaluateOnNewDocument",
            ["source": "const portrait = 'data:image/jpeg;base64,\(picture)';" + script])
    }

    /// A lane that measures distances, and a phone with this camera that shows its page.
    ///
    /// - Parameters:
    ///   - isPermitted: whether the page may use the camera before the person is asked.
    ///   - offers: the choices of the start form.
    static func lane(
        isPermitted: Bool = false, offers: StartFormOptions = StartFormOptions()
    ) throws -> (lane: Lane, browser: Browser) {
        let lane = try Lane(
            .waiting(eye: .right, distance: .fourMetres, chooses: true, offers: offers),
            device: PageDevice(eyeNets: EyeFinder.nets))
        let browser = try Browser(width: 500, height: 844, isWhole: true)
        try browser.screen(width: 390, height: 844, scale: 3)
        try install(in: browser)
        if isPermitted { try browser.permit("camera", "granted", for: lane.address) }
        try lane.open(browser, pixelsPerMillimetre: 15)
        return (lane, browser)
    }

    /// Puts the person at a distance in centimetres; nil takes them away.
    ///
    /// - Parameter cover: the eye that is covered, "right" or "left", if any.
    static func place(_ centimetres: Double?, covering cover: String? = nil, in browser: Browser)
        throws
    {
        try browser.run(
            """
            window.person = { centimetres: \(centimetres.map { "\($0)" } ?? "null"),
              cover: \(cover.map { "'\($0)'" } ?? "null") };
            """)
    }

    /// Puts another person, the portrait in a mirror, next to the first one, who then moves 100 pixels to the left; nil removes
    /// them. A face that jumps by more than 0.6 of its width is not followed.
    static func placeOther(_ centimetres: Double?, in browser: Browser) throws {
        try browser.run("window.other = \(centimetres.map { "\($0)" } ?? "null");")
    }

    /// Lets the camera refuse to start, with the name of the error; nil lets it start again.
    static func refuse(_ error: String?, in browser: Browser) throws {
        try browser.run("window.refusal = \(error.map { "'\($0)'" } ?? "null");")
    }

    /// Ends the picture, as a camera that is unplugged does. The page may start it again.
    static func unplug(in browser: Browser) throws {
        try browser.run(
            """
            for (const track of cameraStream.getTracks()) {
              track.stop();
              track.dispatchEvent(new Event('ended'));
            }
            """)
    }

    /// The eyes of the portrait: their middle and their distance, in its pixels.
    private static let script = """
        window.person = { centimetres: null, cover: null };
        window.other = null;
        window.refusal = null;
        const eyes = { x: 165.1, y: 102.3, apart: 42.95 };
        const focal = 640 / Math.tan(Math.PI / 6);
        const others = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
        if (others) navigator.mediaDevices.getUserMedia = async (wanted) => {
          if (!wanted.video) return others(wanted);
          if (window.refusal) throw new DOMException('', window.refusal);
          const image = new Image();
          image.src = portrait;
          await image.decode();
          const canvas = document.createElement('canvas');
          Object.assign(canvas, { width: 1280, height: 720 });
          const context = canvas.getContext('2d');
          context.imageSmoothingQuality = 'high';
          let drawn = '';
          const draw = () => {
            context.setTransform(1, 0, 0, 1, 0, 0);
            context.fillStyle = 'rgb(110, 110, 105)';
            const scene = JSON.stringify([window.person, window.other]);
            // A new frame needs a drawing, but a person who does not move only that of one pixel.
            context.fillRect(0, 0, scene === drawn ? 1 : 1280, scene === drawn ? 1 : 720);
            if (scene === drawn) return;
            drawn = scene;
            const { centimetres, cover } = window.person;
            // Eyes that look at the camera converge about centres 10.5 mm behind their irises.
            const show = (distance, x, isMirrored = false) => {
              const scale = focal * 63 / (10 * distance + 10.5) / eyes.apart;
              context.setTransform(isMirrored ? -scale : scale, 0, 0, scale, x, 330);
              context.drawImage(image, -eyes.x, -eyes.y);
            };
            if (window.other !== null) show(window.other, 1060, true);
            if (centimetres === null) return;
            show(centimetres, window.other === null ? 640 : 540);
            if (cover === null) return;
            // The person's right eye is on the left of the picture.
            context.fillStyle = 'rgb(25, 25, 25)';
            context.beginPath();
            context.ellipse(
              (cover === 'right' ? -0.5 : 0.5) * eyes.apart, 0, 0.42 * eyes.apart,
              0.34 * eyes.apart, 0, 0, 2 * Math.PI);
            context.fill();
          };
          draw();
          setInterval(draw, 100);
          window.cameraStream = canvas.captureStream(10);
          // A camera keeps its name; a canvas has another one each time.
          const [track] = cameraStream.getVideoTracks();
          const settings = track.getSettings();
          track.getSettings = () => ({ ...settings, deviceId: 'portrait' });
          return window.cameraStream;
        };
        """
}
