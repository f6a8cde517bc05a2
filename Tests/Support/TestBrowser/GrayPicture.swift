internal import CPNG
package import Foundation

/// A picture as brightness alone, 0 black to 255 white, row by row from the top.
package struct GrayPicture: Sendable {
    package let width: Int
    package let height: Int
    package let pixels: [UInt8]

    /// A picture from the bytes of a PNG file; colours become their luminance.
    ///
    /// The corresponding C functions are those of libpng's simplified API.
    package init(png: Data) throws {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        let isRead = png.withUnsafeBytes {
            png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) != 0
        }
        guard isRead else { throw BrowserError.answer("no PNG") }
        image.format = png_uint_32(PNG_FORMAT_GRAY)
        width = Int(image.width)
        height = Int(image.height)
        var pixels = [UInt8](repeating: 0, count: width * height)
        var white = png_color(red: 255, green: 255, blue: 255)
        guard png_image_finish_read(&image, &white, &pixels, 0, nil) != 0 else {
            throw BrowserError.answer("a PNG that cannot be read")
        }
        self.pixels = pixels
    }

    /// The brightness of a pixel.
    package subscript(x: Int, y: Int) -> UInt8 { pixels[y * width + x] }
}
