package import Foundation

/// The repository that the tests were built from.
package enum Checkout {
    /// Its root.
    package static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder of grammars.
    package static let grammars = root.appending(path: "grammars").path()

    /// The models that come with the program.
    package static let model = root.appending(path: "models").path()
}
