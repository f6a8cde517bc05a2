internal import CommandLineKit
internal import Recognition
internal import Workbench

extension SoundDegrading {
    /// What the options say.
    ///
    /// - Parameters:
    ///   - all: the rows that babble may be made of.
    ///   - speakers: whom babble leaves out: they are listened to.
    ///   - recording: opens the recording of a row.
    /// - Throws: `SilentSound`, `TooLongSound`, `TooFewTalkers`, or what reading a sound throws.
    init(
        _ all: [ReferenceRow], hearing speakers: Set<String>,
        _ recording: (ReferenceRow) -> Recording, _ arguments: ParsedArguments,
        in environment: CommandEnvironment
    ) throws {
        let seed = try arguments[EvaluateCommand.seed]
        var heardIn: RoomResponse?
        var under: AddedNoise?
        let open = environment.instruments.recording
        if let file = try arguments[EvaluateCommand.room] {
            let sound = Recording(name: file) { try open(file, nil) }
            let response = RoomResponse(try sound.readWhole(for: "--room"))
            guard !response.taps.isEmpty else { throw SilentSound(path: file, option: "--room") }
            heardIn = response
        }
        if let file = try arguments[EvaluateCommand.noise] {
            let samples =
                file == "babble"
                ? try Babble.make(
                    of: all, leavingOut: speakers, seed: seed
                ) { try recording($0).readWhole() }
                : try Recording(name: file) { try open(file, nil) }.readWhole(for: "--noise")
            guard samples.contains(where: { $0 != 0 }) else {
                throw SilentSound(path: file, option: "--noise")
            }
            under = AddedNoise(noise: samples, ratio: try arguments[EvaluateCommand.ratio])
        }
        self.init(
            room: heardIn, noise: under, seed: seed,
            microphones: try arguments[EvaluateCommand.badMicrophone])
    }
}

/// A noise or a room's response in which there is nothing to hear: whoever lays it over recordings
/// would measure them as they are.
struct SilentSound: Error, CustomStringConvertible {
    var path: String
    /// Which option named it.
    var option: String

    var description: String { "'\(path)' is silent: give '\(option)' a file with a sound in it." }
}
