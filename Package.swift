// swift-tools-version: 6.2
import PackageDescription

/// Whether another package uses the libraries of this one, which may then set no flags of its own.
let isDependency = Context.packageDirectory.contains("/checkouts/")

/// Flags for our own Swift.
func flags(_ words: [String]) -> [SwiftSetting] { isDependency ? [] : [.unsafeFlags(words)] }

/// Flags for our own C.
func flags(_ words: [String], when condition: BuildSettingCondition? = nil) -> [CSetting] {
    isDependency ? [] : [.unsafeFlags(words, condition)]
}

/// Settings of every Swift target: warnings are errors, and every import has an access level. Most code
/// waits for a person, a disk or a network, and is not optimised in release builds either: the
/// optimiser took nearly half of the build (docs/decisions/065-optimise-what-computes.md).
let strict: [SwiftSetting] =
    [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + flags(["-Onone"])

/// Settings of targets without C pointers: the compiler also checks memory safety.
let pure: [SwiftSetting] = strict + [.strictMemorySafety()]

/// Settings of targets that compute much, after the others: optimised in debug builds, too, because the
/// tests hear hundreds of letters, take thousands of simulated tests and compare pictures.
let optimised: [SwiftSetting] = flags(["-O"])

/// The rooms of Sources, and the modules in each; Tests has the same rooms for their tests. A module
/// that is not here has a folder of its own.
let rooms = [
    "Clinic": [
        "Accounts", "Certificates", "Peers", "PostgreSQLRecords", "QRPictures", "RecordExports",
        "RecordLink", "RecordSQL", "RecordStore", "SQLiteRecords", "Sealing", "TrialRecords",
        "Trials",
    ],
    "Devices": [
        "ALSACapture", "EyeFinder", "FliteVoice", "RealInstruments", "SoundFiles",
        "VirtualKeyboards",
    ],
    "Foundations": ["CommandLineKit", "EmbeddedFiles", "Platform", "Plots"],
    "Hearing": [
        "Audio", "Grammar", "PhoneticMapping", "Recognition", "SpeechEncoder", "SphinxRecognizer",
        "SpokenLetters",
    ],
    "Measurement": ["Acuity", "Contrast"],
    "ReadingCentre": ["ChartScoring", "Transcripts"],
    "Test": ["Dialogue", "EyeChartDialogue", "Records", "SimulatedPatient"],
    "Web": ["ClinicPages", "HTTP", "MoonEphemeris", "RecordREST", "TestPages", "WebServer"],
    "Workbench": ["Evaluation", "Simulation", "Studies", "Tuning"],
]

/// A C library from a Debian package, found by pkg-config.
func system(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// Our own C, for what Swift cannot call or compute fast enough.
func shim(
    _ name: String, dependencies: [Target.Dependency] = [], settings: [CSetting] = [],
    linking libraries: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/C/\(name)", cSettings: settings,
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A sample in Examples, which sees only what the libraries make public.
func sample(_ name: String, in folder: String, using libraries: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: libraries.map { .byName(name: $0) }, path: "Examples/\(folder)",
        packageAccess: false)
}

let package = Package(
    name: "aloud",
    products: [
        .executable(name: "aloud", targets: ["aloud"]),
        .executable(name: "aloud-workbench", targets: ["aloud-workbench"]),
        .library(name: "AcuityEngine", targets: ["Acuity"]),
        .library(name: "SpokenLetters", targets: ["SpokenLetters"]),
        .library(name: "EyeChartDialogue", targets: ["EyeChartDialogue"]),
    ],
    targets: [
        // C libraries, and our own C for variadic callbacks, macros, and vector code for several
        // kinds of processor.
        system("CPocketSphinx", pkgConfig: "pocketsphinx", package: "libpocketsphinx-dev"),
        shim("CSphinxLog", dependencies: ["CPocketSphinx"]),
        system("CALSA", pkgConfig: "alsa", package: "libasound2-dev"),
        shim("CALSALog", dependencies: ["CALSA"]),
        system("CSndFile", pkgConfig: "sndfile", package: "libsndfile1-dev"),
        system("CMPG123", pkgConfig: "libmpg123", package: "libmpg123-dev"),
        system("CSoxr", pkgConfig: "soxr", package: "libsoxr-dev"),
        system("CXXHash", pkgConfig: "libxxhash", package: "libxxhash-dev"),
        .systemLibrary(name: "CGetopt", path: "Sources/C/CGetopt"),
        .systemLibrary(
            name: "CDNNL", path: "Sources/C/CDNNL", providers: [.apt(["libdnnl-dev"])]),
        shim(
            "CEncoderKernels", settings: flags(["-O2"], when: .when(configuration: .debug)),
            linking: ["dnnl", "gomp"]),
        shim("CEyeFinder", settings: flags(["-O3"], when: .when(configuration: .debug))),
        .systemLibrary(
            name: "CNova", path: "Sources/C/CNova", providers: [.apt(["libnova-dev"])]),
        system("CMicrohttpd", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        .target(
            name: "CEmbeddedFiles", path: "Sources/C/CEmbeddedFiles",
            exclude: [
                "LICENSE.txt", "atkinson-bold.woff2", "atkinson-regular.woff2",
                "devanagari-regular.woff2",
            ],
            cSettings: flags(["-Wno-c23-extensions"])),
        shim("CVirtualKeyboard"),
        shim("CFlite", linking: ["flite_usenglish", "flite_cmulex", "flite"]),
        system("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        system("CPostgreSQL", pkgConfig: "libpq", package: "libpq-dev"),
        system("CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
        system("CGnuTLS", pkgConfig: "gnutls", package: "libgnutls28-dev"),
        system("CQREncode", pkgConfig: "libqrencode", package: "libqrencode-dev"),

        // The base: text and file names, embedded files, and the measurement of acuity.
        .target(name: "EmbeddedFiles", dependencies: ["CEmbeddedFiles"], swiftSettings: strict),
        .target(name: "Platform", swiftSettings: strict + optimised),
        .target(name: "Acuity", swiftSettings: pure + optimised),
        .target(name: "Contrast", dependencies: ["Acuity"], swiftSettings: pure + optimised),
        .target(
            name: "MoonEphemeris", dependencies: ["CNova"], swiftSettings: strict + optimised),

        // From sound and grammar to a test, without a clock and without C libraries.
        .target(name: "Audio", dependencies: ["Platform"], swiftSettings: pure + optimised),
        .target(
            name: "Grammar", dependencies: ["Acuity", "Platform"], swiftSettings: pure + optimised),
        .target(
            name: "PhoneticMapping", dependencies: ["Acuity", "Platform"],
            swiftSettings: pure + optimised),
        .target(
            name: "Recognition",
            dependencies: ["Acuity", "Audio", "Grammar", "PhoneticMapping", "Platform"],
            swiftSettings: pure + optimised),
        .target(
            name: "Records", dependencies: ["Acuity", "Contrast", "Platform"],
            swiftSettings: pure + optimised),
        .target(
            name: "Dialogue",
            dependencies: [
                "Acuity", "Audio", "Contrast", "PhoneticMapping", "Platform", "Recognition",
                "Records",
            ],
            swiftSettings: pure + optimised),

        // The rules of a trial, its subjects and its certificates.
        .target(
            name: "Trials", dependencies: ["Acuity", "Records", "Sealing"], swiftSettings: pure),

        // People and tests as they are kept, without a database.
        .target(
            name: "RecordStore",
            dependencies: [
                "Acuity", "Contrast", "EmbeddedFiles", "Platform", "Records", "Trials",
            ],
            exclude: ["FollowUp/next-steps.txt"], swiftSettings: pure),

        // People who sign in, and programs with keys.
        .target(
            name: "Accounts", dependencies: ["EmbeddedFiles", "RecordStore"],
            exclude: ["common-passwords.txt"], swiftSettings: pure),

        .target(
            name: "RecordSQL", dependencies: ["Acuity", "RecordStore", "Records", "Trials"],
            swiftSettings: pure),

        .target(
            name: "RecordExports",
            dependencies: ["Acuity", "Contrast", "Platform", "RecordStore", "Records", "Trials"],
            swiftSettings: pure),

        // The tests of trials in the records: masked views, locks, and their exports.
        .target(
            name: "TrialRecords",
            dependencies: [
                "Acuity", "Contrast", "Platform", "RecordExports", "RecordStore", "Records",
                "Trials",
            ],
            swiftSettings: pure),

        // C libraries that implement protocols of the modules above.
        .target(
            name: "SQLiteRecords", dependencies: ["CSQLite", "RecordSQL", "RecordStore"],
            swiftSettings: strict),
        .target(
            name: "PostgreSQLRecords",
            dependencies: ["CPostgreSQL", "RecordSQL", "RecordStore"],
            swiftSettings: strict),
        .target(
            name: "RecordLink", dependencies: ["RecordStore"], swiftSettings: strict),
        .target(
            name: "Sealing", dependencies: ["CGnuTLS", "CSodium"], swiftSettings: strict),
        .target(name: "QRPictures", dependencies: ["CQREncode"], swiftSettings: strict),
        .target(
            name: "Certificates", dependencies: ["CGnuTLS", "Platform"], swiftSettings: strict),
        // Systems of the clinic that take results and give orders.
        .target(
            name: "Peers",
            dependencies: [
                "Acuity", "Certificates", "Platform", "RecordExports", "RecordStore", "Records",
            ],
            swiftSettings: strict),
        .target(
            name: "SphinxRecognizer",
            dependencies: [
                "Acuity", "CPocketSphinx", "CSphinxLog", "Grammar", "PhoneticMapping",
                "Recognition",
            ],
            swiftSettings: strict + optimised),
        .target(
            name: "SpeechEncoder",
            dependencies: ["Acuity", "CDNNL", "CEncoderKernels", "Recognition"],
            swiftSettings: strict + optimised),
        .target(
            name: "ALSACapture", dependencies: ["Audio", "CALSA", "CALSALog", "Platform"],
            swiftSettings: strict + optimised),
        .target(
            name: "SoundFiles",
            dependencies: ["Audio", "CMPG123", "CSndFile", "CSoxr", "Platform"],
            swiftSettings: strict + optimised),
        .target(
            name: "FliteVoice",
            dependencies: ["Acuity", "Audio", "CFlite", "PhoneticMapping"], swiftSettings: strict),

        // The nets that find the eyes before a camera. The pages run them as WebAssembly.
        .target(name: "EyeFinder", dependencies: ["CEyeFinder"], swiftSettings: strict + optimised),

        // Requests and their answers, the pages of a test, and their server.
        .target(name: "HTTP", dependencies: ["Platform"], swiftSettings: pure),
        .target(
            name: "TestPages",
            dependencies: [
                "Acuity", "Audio", "Contrast", "Dialogue", "EmbeddedFiles", "HTTP", "MoonEphemeris",
                "PhoneticMapping", "Platform", "Records",
            ],
            exclude: ["Pages"], swiftSettings: pure),
        .target(
            name: "RecordREST",
            dependencies: [
                "Accounts", "Acuity", "Contrast", "HTTP", "Platform", "RecordExports",
                "RecordStore", "Records", "TestPages", "TrialRecords", "Trials",
            ],
            swiftSettings: pure),
        .target(
            name: "ClinicPages",
            dependencies: [
                "Accounts", "EmbeddedFiles", "HTTP", "RecordStore", "Records", "TestPages",
            ],
            exclude: ["Pages", "Texts"], swiftSettings: pure),
        .target(
            name: "WebServer", dependencies: ["CGnuTLS", "CMicrohttpd", "HTTP", "Platform"],
            swiftSettings: strict),

        // A simulated patient, for the demo and for tests.
        .target(
            name: "SimulatedPatient",
            dependencies: [
                "Acuity", "Audio", "Contrast", "Dialogue", "PhoneticMapping", "Platform",
            ],
            swiftSettings: pure + optimised),

        // Parts of the verbs: options and streams, a test in its room, evaluation and simulation.
        .target(
            name: "CommandLineKit", dependencies: ["CGetopt", "CXXHash", "Platform"],
            swiftSettings: strict),
        .target(
            name: "Doctor",
            dependencies: [
                "Audio", "CommandLineKit", "Exam", "Grammar", "PhoneticMapping", "Platform",
                "Recognition", "Records", "SimulatedPatient",
            ],
            path: "Sources/Exam/Doctor", swiftSettings: strict),
        .target(
            name: "Exam",
            dependencies: [
                "Accounts", "Acuity", "Audio", "ClinicPages", "CommandLineKit", "Contrast",
                "Dialogue", "Grammar", "HTTP", "PhoneticMapping", "Platform", "PostgreSQLRecords",
                "Recognition", "RecordLink",
                "RecordREST", "RecordStore", "Records", "SQLiteRecords", "Sealing",
                "SimulatedPatient", "TestPages", "TrialRecords", "Trials",
            ],
            exclude: ["Doctor"], swiftSettings: strict),
        // Sound turned into answers for other programs.
        .target(
            name: "Listening",
            dependencies: [
                "Acuity", "Audio", "CommandLineKit", "Dialogue", "HTTP", "PhoneticMapping",
                "Platform", "Recognition", "Records", "Transcripts",
            ],
            path: "Sources/Listening", swiftSettings: strict),
        .target(
            name: "VirtualKeyboards", dependencies: ["CVirtualKeyboard", "Listening"],
            swiftSettings: strict),
        // The ear as a library, and samples for those who use the libraries.
        .target(
            name: "SpokenLetters",
            dependencies: [
                "Acuity", "Audio", "Grammar", "PhoneticMapping", "Recognition", "SpeechEncoder",
                "SphinxRecognizer",
            ],
            swiftSettings: strict),
        .target(
            name: "EyeChartDialogue",
            dependencies: [
                "Acuity", "Audio", "Dialogue", "Platform", "Recognition", "Records",
                "SpokenLetters",
            ],
            swiftSettings: pure),
        sample("letter-transcriber", in: "LetterTranscriber", using: ["SpokenLetters"]),
        sample(
            "spoken-test", in: "SpokenTest",
            using: ["Acuity", "EyeChartDialogue", "SpokenLetters"]),
        sample("terminal-test", in: "TerminalTest", using: ["Acuity"]),
        // The real parts of both programs.
        .target(
            name: "RealInstruments",
            dependencies: [
                "ALSACapture", "Audio", "Exam", "EyeFinder", "FliteVoice", "Platform",
                "Recognition", "SimulatedPatient", "SoundFiles", "SpeechEncoder",
                "SphinxRecognizer", "TestPages", "WebServer",
            ],
            swiftSettings: strict),
        // Folders of recordings to letters, and scores of people who read a printed chart.
        .target(name: "Plots", dependencies: ["Platform"], swiftSettings: strict),
        .target(
            name: "Transcripts",
            dependencies: [
                "Acuity", "Audio", "CommandLineKit", "PhoneticMapping", "Platform", "Recognition",
                "Records",
            ],
            swiftSettings: strict),
        .target(
            name: "ChartScoring",
            dependencies: [
                "Acuity", "Audio", "CommandLineKit", "EmbeddedFiles", "HTTP", "PhoneticMapping",
                "Platform", "Plots", "Recognition", "Records", "Transcripts",
            ],
            exclude: ["Pages"], swiftSettings: strict + optimised),

        // Evaluation on recordings with known words, tuning, and simulated patients.
        .target(
            name: "Evaluation",
            dependencies: [
                "Acuity", "Audio", "CommandLineKit", "Dialogue", "Grammar", "PhoneticMapping",
                "Platform", "Plots", "Recognition", "Records", "SimulatedPatient", "Transcripts",
            ],
            swiftSettings: strict + optimised),
        .target(
            name: "Tuning",
            dependencies: [
                "Acuity", "Audio", "CommandLineKit", "Evaluation", "Grammar", "PhoneticMapping",
                "Platform", "Plots", "Recognition", "Records", "Transcripts",
            ],
            swiftSettings: strict + optimised),
        .target(
            name: "Simulation",
            dependencies: [
                "Acuity", "Audio", "CommandLineKit", "Contrast", "Dialogue", "Evaluation",
                "PhoneticMapping",
                "Platform", "Plots", "Recognition", "Records", "SimulatedPatient", "Transcripts",
            ],
            swiftSettings: strict + optimised),

        // Studies of agreement and of repeatability.
        .target(
            name: "Studies",
            dependencies: [
                "Acuity", "CommandLineKit", "Platform", "Plots", "RecordStore", "Transcripts",
            ],
            swiftSettings: strict + optimised),

        // The programs: verbs that test people, and verbs for engineers.
        .executableTarget(
            name: "aloud",
            dependencies: [
                "Accounts", "Acuity", "Audio", "Certificates", "CommandLineKit", "Contrast",
                "Dialogue", "Doctor", "Exam", "Grammar", "HTTP", "Listening", "Peers",
                "PhoneticMapping", "Platform", "QRPictures", "RealInstruments", "Recognition",
                "RecordExports", "RecordSQL", "RecordStore", "Records", "SQLiteRecords",
                "Sealing",
                "SimulatedPatient", "SoundFiles", "TestPages", "Transcripts", "TrialRecords",
                "Trials", "VirtualKeyboards",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "aloud-workbench",
            dependencies: [
                "Acuity", "Audio", "ChartScoring", "CommandLineKit", "Contrast", "Evaluation",
                "Exam",
                "Grammar", "HTTP", "PhoneticMapping", "Platform", "RealInstruments", "Recognition",
                "RecordStore", "Records", "Simulation", "Studies", "Transcripts", "Tuning",
            ],
            swiftSettings: strict),
        // The speed, memory and delay of hearing, for scripts/bench.
        .executableTarget(
            name: "bench-speed",
            dependencies: [
                "Acuity", "Audio", "CommandLineKit", "Dialogue", "Evaluation", "Exam", "Platform",
                "PhoneticMapping", "RealInstruments", "Recognition", "Records", "SimulatedPatient",
            ],
            path: "Tests/Support/BenchSpeed", swiftSettings: strict + optimised),

        // Time limits of tests.
        .target(
            name: "TestTraits", path: "Tests/Support/TestTraits", swiftSettings: strict),

        // Ports for tests.
        .target(
            name: "TestPorts", dependencies: ["Peers"], path: "Tests/Support/TestPorts",
            swiftSettings: strict),

        // Speech for tests: a synthesiser, and recordings of people if they are available.
        .target(
            name: "TestSpeech",
            dependencies: [
                "Acuity", "Audio", "FliteVoice", "Grammar", "PhoneticMapping", "Platform",
                "Recognition", "SoundFiles", "SpeechEncoder", "SphinxRecognizer",
            ],
            path: "Tests/Support/TestSpeech", swiftSettings: strict + optimised),

        // The programs as they were built next to the tests.
        .target(
            name: "TestProgram", dependencies: ["CommandLineKit", "TestSpeech"],
            path: "Tests/Support/TestProgram",
            swiftSettings: strict),

        // A real browser for tests, and its screenshots.
        .systemLibrary(
            name: "CPNG", path: "Tests/Support/CPNG", pkgConfig: "libpng",
            providers: [.apt(["libpng-dev"])]),
        .target(
            name: "TestBrowser", dependencies: ["CPNG"], path: "Tests/Support/TestBrowser",
            swiftSettings: strict + optimised),
        .executableTarget(
            name: "try-pages",
            dependencies: [
                "Acuity", "Audio", "Contrast", "Dialogue", "EyeFinder", "FliteVoice", "Grammar",
                "HTTP",
                "PhoneticMapping", "Platform", "Recognition", "Records", "TestBrowser", "TestPages",
                "TestSpeech", "WebServer",
            ],
            path: "Tests/Support/TryPages", swiftSettings: strict),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "ALSACapture", "Accounts", "Acuity", "Audio", "Certificates", "Contrast",
                "Dialogue", "EyeFinder", "FliteVoice", "Grammar", "HTTP", "Peers",
                "PhoneticMapping", "Platform", "Recognition", "RecordStore", "Records",
                "SimulatedPatient", "SoundFiles", "TestBrowser", "TestPages", "TestPorts",
                "TestSpeech", "TestTraits",
                "WebServer",
            ],
            exclude: ["Faces", "Pictures", "portrait.jpg"], swiftSettings: strict),
        .target(
            name: "CCrashLayer", dependencies: ["CSQLite"], path: "Tests/Support/CCrashLayer"),
        .executableTarget(
            name: "bench-records",
            dependencies: [
                "Acuity", "PostgreSQLRecords", "RecordSQL", "RecordStore", "Records",
                "SQLiteRecords", "Sealing",
            ],
            path: "Tests/Support/BenchRecords", swiftSettings: strict),
        .testTarget(
            name: "RecordTests",
            dependencies: [
                "Accounts", "Acuity", "CCrashLayer", "Certificates", "ClinicPages",
                "CommandLineKit", "Contrast",
                "Dialogue", "Exam", "HTTP", "Peers", "Platform", "PostgreSQLRecords",
                "QRPictures", "RecordExports", "RecordLink", "RecordREST", "RecordSQL",
                "RecordStore", "Records", "SQLiteRecords",
                "Sealing", "TestPorts", "TestTraits", "TrialRecords", "Trials",
            ],
            exclude: [
                "Schemas/schema-5.sql", "sample-records.jsonl",
            ], swiftSettings: strict),
        .testTarget(
            name: "TrialsTests", dependencies: ["Acuity", "Sealing", "Trials"],
            swiftSettings: strict),
        .testTarget(name: "PlatformTests", dependencies: ["Platform"], swiftSettings: strict),
        .testTarget(
            name: "AcuityTests", dependencies: ["Acuity", "Contrast"], swiftSettings: strict),
        .testTarget(
            name: "ContrastTests", dependencies: ["Acuity", "Contrast"], swiftSettings: strict),
        .testTarget(
            name: "MoonEphemerisTests", dependencies: ["MoonEphemeris"],
            exclude: ["moon-fixtures.json"], swiftSettings: strict),
        .testTarget(
            name: "WorkbenchTests",
            dependencies: [
                "Acuity", "ChartScoring", "CommandLineKit", "Evaluation", "Grammar",
                "PhoneticMapping", "Recognition", "RecordStore", "Simulation", "Studies",
                "Transcripts", "Tuning",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GrammarTests",
            dependencies: ["Acuity", "Grammar", "PhoneticMapping", "Platform", "TestTraits"],
            swiftSettings: strict),
        .testTarget(
            name: "PhoneticMappingTests",
            dependencies: [
                "Acuity", "CommandLineKit", "FliteVoice", "Grammar", "PhoneticMapping", "Platform",
            ],
            exclude: ["Mapping/common-words.txt", "Mapping/mapping-cases.txt"],
            swiftSettings: strict),
        .testTarget(
            name: "AudioTests",
            dependencies: [
                "ALSACapture", "Audio", "FliteVoice", "Platform", "SoundFiles", "TestSpeech",
                "TestTraits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DialogueTests",
            dependencies: [
                "Acuity", "Contrast", "Dialogue", "PhoneticMapping", "Platform", "Records",
                "SimulatedPatient",
                "TestTraits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SimulatedPatientTests",
            dependencies: [
                "Acuity", "Audio", "Dialogue", "FliteVoice", "PhoneticMapping", "SimulatedPatient",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SphinxRecognizerTests",
            dependencies: [
                "Acuity", "Audio", "CPocketSphinx", "FliteVoice", "Grammar", "PhoneticMapping",
                "Recognition", "SoundFiles", "SphinxRecognizer", "TestSpeech", "TestTraits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SpeechEncoderTests",
            dependencies: ["CEncoderKernels", "Recognition", "SpeechEncoder", "TestTraits"],
            exclude: ["ear-reference.json", "tiny-reference.json", "tiny.net"],
            swiftSettings: strict),
        .testTarget(
            name: "RecognitionTests",
            dependencies: [
                "ALSACapture", "Acuity", "Audio", "Dialogue", "FliteVoice", "Grammar",
                "PhoneticMapping", "Platform", "Recognition", "Records", "SimulatedPatient",
                "SoundFiles", "SphinxRecognizer", "TestSpeech", "TestTraits",
            ],
            exclude: ["Profiles"], swiftSettings: strict),
        .testTarget(
            name: "EyeChartDialogueTests",
            dependencies: [
                "Acuity", "Audio", "EyeChartDialogue", "FliteVoice", "SpokenLetters", "TestSpeech",
                "TestTraits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SpokenLettersTests",
            dependencies: [
                "Acuity", "Audio", "FliteVoice", "SpokenLetters", "TestSpeech", "TestTraits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "AloudTests",
            dependencies: [
                "Acuity", "Audio", "CommandLineKit", "Contrast", "Dialogue", "Doctor", "Exam",
                "FliteVoice", "Grammar", "Listening", "Peers", "PhoneticMapping", "Platform",
                "Recognition", "RecordStore", "Records", "SimulatedPatient", "SoundFiles",
                "TestBrowser", "TestPages", "TestProgram", "TestSpeech", "TestTraits",
                "Transcripts", "aloud", "aloud-workbench",
                "letter-transcriber", "spoken-test", "terminal-test",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "AloudWorkbenchTests",
            dependencies: [
                "Acuity", "Audio", "ChartScoring", "CommandLineKit", "Contrast", "Dialogue",
                "Evaluation",
                "Exam", "FliteVoice", "PhoneticMapping", "Platform", "Plots", "Recognition",
                "Records", "SimulatedPatient", "Simulation", "SoundFiles", "TestBrowser",
                "TestProgram", "TestSpeech", "TestTraits", "Transcripts", "Tuning", "aloud",
                "aloud-workbench", "bench-speed",
            ],
            exclude: ["Simulate/Hearing"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

/// The test targets of each room, for those that do not have the name of a module of the room.
let tests = [
    "Clinic": ["RecordTests"], "Web": ["WebTests"],
    "Workbench": ["AloudWorkbenchTests", "WorkbenchTests"],
]

for (room, modules) in rooms {
    let tests = modules.map { "\($0)Tests" } + tests[room, default: []]
    for target in package.targets where target.path == nil {
        if modules.contains(target.name) { target.path = "Sources/\(room)/\(target.name)" }
        if tests.contains(target.name) { target.path = "Tests/\(room)/\(target.name)" }
    }
}

// scripts/check builds under a sanitizer for one test target after another: only that target and its
// imports, and the program where the tests run it.
if let wanted = Context.environment["ALOUD_TESTS"] {
    let runningTheProgram: Set = ["AloudTests", "AloudWorkbenchTests", "WebTests"]
    var kept: Set<String> = []
    var pending = wanted.split(separator: " ").map(String.init)
    let runsProgram = !runningTheProgram.isDisjoint(with: pending)
    if runsProgram { pending += ["aloud", "aloud-workbench"] }
    while let name = pending.popLast() {
        guard kept.insert(name).inserted,
            let target = package.targets.first(where: { $0.name == name })
        else { continue }
        pending += target.dependencies.compactMap { dependency in
            if case .byNameItem(let name, _) = dependency { name } else { nil }
        }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = runsProgram ? package.products.filter { $0 is Product.Executable } : []
}
