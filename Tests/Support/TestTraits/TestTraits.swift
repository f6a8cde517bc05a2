internal import Glibc
package import Testing

// Time limits of tests. They count from the start of a test, not while it waits for its turn: run the
// tests with a maximum parallelization width, as scripts/test does. A test without a long way to go has
// the usual limit, `.timeLimit(.minutes(1))`.

extension Trait where Self == TimeLimitTrait {
    /// Ten minutes: for tests that hear sound, drive a browser, start many programs or draw thousands
    /// of cases. They take up to 20 s on an idle machine, and many times that on a busy one.
    ///
    /// ```swift
    /// @Suite("People who say letters", .listening)
    /// ```
    package static var listening: Self { .timeLimit(.minutes(10)) }
}

extension Trait where Self == ConditionTrait {
    /// Only for `scripts/check long`: a test that takes over ten seconds alone and walks a way whose
    /// parts other tests walk, too.
    package static var long: Self {
        .enabled(
            if: getenv("ALOUD_LONG_TESTS") != nil, "they take long, and run in 'scripts/check long'"
        )
    }
}
