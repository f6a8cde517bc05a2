// swift-tools-version: 6.2
import PackageDescription

/// Settings every Swift target shares: warnings stop the build, imports say what they expose.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Targets that touch no C pointer also have their memory safety checked by the compiler.
let pure: [SwiftSetting] = strict + [.strictMemorySafety()]

/// Targets that compute a lot for each second of sound are optimised in debug builds, too: the tests
/// hear hundreds of letters, which would take minutes otherwise.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A C library of Debian's, found through pkg-config.
func system(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
    name: "aloud",
    products: [
        .executable(name: "aloud", targets: ["aloud"])
    ],
    targets: [
        // C libraries, and shims for what Swift cannot reach (variadic callbacks, macros, processors
        // with wider vectors than the least of their kind).
        system("CPocketSphinx", pkgConfig: "pocketsphinx", package: "libpocketsphinx-dev"),
        .target(name: "CSphinxLog", dependencies: ["CPocketSphinx"]),
        system("CALSA", pkgConfig: "alsa", package: "libasound2-dev"),
        .target(name: "CALSALog", dependencies: ["CALSA"]),
        system("CSndFile", pkgConfig: "sndfile", package: "libsndfile1-dev"),
        system("CMPG123", pkgConfig: "libmpg123", package: "libmpg123-dev"),
        system("CSoxr", pkgConfig: "soxr", package: "libsoxr-dev"),
        .systemLibrary(name: "CGetopt"),
        .systemLibrary(name: "CDNNL", providers: [.apt(["libdnnl-dev"])]),
        .target(
            name: "CEncoderKernels",
            cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
            linkerSettings: [.linkedLibrary("gomp")]),
        system("CMicrohttpd", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        .target(
            name: "CFlite",
            linkerSettings: ["flite_usenglish", "flite_cmulex", "flite"].map { .linkedLibrary($0) }),

        // The domain: no clock and no C library; of files, only those of grammars are read.
        .target(name: "Acuity", swiftSettings: pure),
        .target(name: "LetterSpeech", dependencies: ["Acuity"], swiftSettings: pure),
        .target(name: "Audio", swiftSettings: pure),
        .target(
            name: "Listening", dependencies: ["Audio", "HandsFree", "LetterSpeech"],
            swiftSettings: pure),
        .target(
            name: "HandsFree", dependencies: ["Acuity", "LetterSpeech"], swiftSettings: pure),
        .target(name: "MeasurementBench", dependencies: ["Acuity"], swiftSettings: pure),
        .target(
            name: "SimulatedPatient", dependencies: ["Acuity", "Audio", "HandsFree"],
            swiftSettings: pure),

        // The pages that show a test, and what they are sent.
        .target(
            name: "WebDisplay", dependencies: ["Acuity", "HandsFree", "LetterSpeech"],
            resources: [.embedInCode("Pages")], swiftSettings: pure),

        // The C libraries behind the domain's protocols.
        .target(
            name: "SphinxRecognizer",
            dependencies: [
                "Acuity", "CPocketSphinx", "CSphinxLog", "LetterSpeech",
            ],
            swiftSettings: strict + optimised),
        .target(
            name: "SpeechEncoder", dependencies: ["CDNNL", "CEncoderKernels", "LetterSpeech"],
            swiftSettings: strict + optimised),
        .target(
            name: "ALSACapture", dependencies: ["Audio", "CALSA", "CALSALog"], swiftSettings: strict
        ),
        .target(
            name: "SoundFiles", dependencies: ["Audio", "CMPG123", "CSndFile", "CSoxr"],
            swiftSettings: strict),
        .target(
            name: "FliteVoice", dependencies: ["Acuity", "Audio", "CFlite", "LetterSpeech"],
            swiftSettings: strict),

        .target(
            name: "WebServer", dependencies: ["CMicrohttpd", "WebDisplay"], swiftSettings: strict),

        // The verbs, and the one place where the real parts are chosen.
        .target(
            name: "AloudCommands",
            dependencies: [
                "Acuity", "Audio", "CGetopt", "HandsFree", "LetterSpeech", "Listening",
                "MeasurementBench", "SimulatedPatient", "WebDisplay",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "aloud",
            dependencies: [
                "ALSACapture", "AloudCommands", "Audio", "FliteVoice", "Listening",
                "SimulatedPatient", "SoundFiles", "SpeechEncoder", "SphinxRecognizer", "WebServer",
            ],
            swiftSettings: strict),

        // Speech for tests: a synthesiser's, and recordings of people where they are at hand.
        .target(
            name: "TestSpeech",
            dependencies: [
                "Acuity", "Audio", "FliteVoice", "LetterSpeech", "Listening", "SoundFiles",
                "SpeechEncoder", "SphinxRecognizer",
            ],
            path: "Tests/TestSpeech", swiftSettings: strict),

        // A real browser for tests, and what it paints.
        .systemLibrary(
            name: "CPNG", path: "Tests/CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]
        ),
        .target(
            name: "TestBrowser", dependencies: ["CPNG"], path: "Tests/TestBrowser",
            swiftSettings: strict),
        .executableTarget(
            name: "try-pages",
            dependencies: [
                "Acuity", "Audio", "FliteVoice", "HandsFree", "LetterSpeech", "Listening",
                "TestBrowser", "TestSpeech", "WebDisplay", "WebServer",
            ],
            path: "Tests/TryPages", swiftSettings: strict),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "ALSACapture", "Acuity", "Audio", "FliteVoice", "HandsFree", "LetterSpeech",
                "SimulatedPatient", "TestBrowser", "TestSpeech", "WebDisplay", "WebServer",
            ],
            swiftSettings: strict),
        .testTarget(name: "AcuityTests", dependencies: ["Acuity"], swiftSettings: strict),
        .testTarget(
            name: "MeasurementBenchTests", dependencies: ["Acuity", "MeasurementBench"],
            swiftSettings: strict),
        .testTarget(
            name: "LetterSpeechTests", dependencies: ["Acuity", "FliteVoice", "LetterSpeech"],
            exclude: ["Mapping/common-words.txt", "Mapping/mapping-cases.txt"],
            swiftSettings: strict),
        .testTarget(
            name: "AudioTests",
            dependencies: ["ALSACapture", "Audio", "FliteVoice", "SoundFiles", "TestSpeech"],
            swiftSettings: strict),
        .testTarget(
            name: "HandsFreeTests", dependencies: ["HandsFree"], swiftSettings: strict),
        .testTarget(
            name: "SimulatedPatientTests",
            dependencies: ["FliteVoice", "HandsFree", "LetterSpeech", "SimulatedPatient"],
            swiftSettings: strict),
        .testTarget(
            name: "RecognizerTests",
            dependencies: [
                "Audio", "CPocketSphinx", "FliteVoice", "Listening", "SoundFiles",
                "SphinxRecognizer", "TestSpeech",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SpeechEncoderTests",
            dependencies: ["CEncoderKernels", "LetterSpeech", "SpeechEncoder"],
            exclude: ["ear-reference.json", "tiny-reference.json", "tiny.net"],
            swiftSettings: strict),
        .testTarget(
            name: "ListeningTests",
            dependencies: [
                "ALSACapture", "Acuity", "Audio", "FliteVoice", "HandsFree", "LetterSpeech",
                "Listening", "SoundFiles", "SphinxRecognizer", "TestSpeech",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "AloudTests",
            dependencies: [
                "Acuity", "AloudCommands", "Audio", "FliteVoice", "HandsFree",
                "LetterSpeech", "Listening", "MeasurementBench", "SoundFiles", "TestSpeech",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
