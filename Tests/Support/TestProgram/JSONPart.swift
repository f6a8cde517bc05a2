extension [String: Any] {
    /// An object within an object of JSON; empty if it is missing or null.
    ///
    /// ```swift
    /// try test.result().part("score")["logMAR"] as? Double
    /// ```
    package func part(_ name: String) -> [String: Any] { self[name] as? [String: Any] ?? [:] }
}
