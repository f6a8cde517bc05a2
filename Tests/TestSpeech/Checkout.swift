public import Foundation

/// The repository that the tests were built from.
public enum Checkout {
    /// Its root.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of grammars.
    public static let grammars = root.appending(path: "grammars").path()

    /// The models that come with the program.
    public static let model = root.appending(path: "models").path()
}
