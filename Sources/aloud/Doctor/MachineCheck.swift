internal import Audio
internal import CommandLineKit
internal import Doctor
internal import Exam
internal import Foundation
internal import Glibc
internal import Platform

/// Checks the machine around a test: configuration, port, sound, screen, disk and clock.
struct MachineCheck {
    let environment: CommandEnvironment
    /// Whether microphone and loudspeaker are looked at.
    let hasSound: Bool
    /// The folder of the kernel's lists of screens; another one in tests.
    var screens = "/sys/class/drm"

    /// Less free disk than this is an error, bytes: a record must never fail for lack of it.
    private static let leastDisk: Int64 = 100_000_000
    /// Less free disk than this is a warning, bytes.
    private static let littleDisk: Int64 = 1_000_000_000

    func findings() -> [Finding] {
        let file = configurationFile
        let sound = hasSound ? [loudspeaker, soundServer] : []
        return [file.finding, port(file.value)] + sound + [screen, disk, clock]
    }

    // MARK: Configuration and port

    private var verbs: [Verb] {
        environment.program().commands.map(\.verb)
            .filter(\.readsConfiguration)
    }

    private var configurationFile: (value: ConfigurationFile?, finding: Finding) {
        let name = "configuration"
        do {
            guard let file = try environment.console.configurationFile(named: nil) else {
                return (nil, .ok(name, "no aloud.conf: every option has its default"))
            }
            var problems = file.problems(for: verbs)
            for verb in verbs where problems.isEmpty {
                do {
                    _ = try ConfiguredValues(
                        for: verb, typed: [], variables: environment.variables, file: file)
                } catch { problems += error.problems }
            }
            guard problems.isEmpty else {
                var finding = Finding.error(
                    name, problems.map(\.description).joined(separator: " "))
                finding.wordsWithoutQuotes =
                    "mistakes at " + problems.map(\.place).joined(separator: ", ")
                return (nil, finding)
            }
            return (file, .ok(name, file.path))
        } catch {
            return (nil, .error(name, "\(error)"))
        }
    }

    private func port(_ file: ConfigurationFile?) -> Finding {
        let name = "port"
        guard let serve = verbs.first(where: { $0.name == ServeCommand.verb.name }),
            let values = try? ConfiguredValues(
                for: serve, typed: [], variables: environment.variables, file: file)
        else { return .skipped(name, "correct the configuration first") }
        let port =
            (values.values[LaneOptions.port.name]?.texts.last).flatMap(Int.init)
            ?? LaneOptions.usualPort
        let address = values.values[LaneOptions.listen.name]?.texts.last ?? "127.0.0.1"
        let probe = PageProbe(address: address, port: port)
        if probe.isAloud { return .ok(name, "Aloud is running at \(probe.page)") }
        guard probe.answers else { return .ok(name, "\(port) is free") }
        return .warning(
            name,
            "\(port) is used by another program: 'ss -ltnp sport = :\(port)' names it. Stop it, or"
                + " choose another port for Aloud with '--port' or in aloud.conf.")
    }

    // MARK: Sound

    private var loudspeaker: Finding {
        let name = "loudspeaker"
        do {
            try environment.instruments.loudspeaker(nil).play([]) { true }
            return .ok(name, "the default opens")
        } catch {
            return .warning(name, "\(error) Tests go on without spoken guidance.")
        }
    }

    private var soundServer: Finding {
        let name = "sound server"
        let folder = environment.variables["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())"
        let servers = [("PipeWire", "pipewire-0"), ("PulseAudio", "pulse/native")]
            .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0.1)") }.map(\.0)
        let holders = environment.instruments.microphoneHolders("default")
        let held =
            holders.isEmpty ? "" : "; microphones are in use by \(holders.joined(separator: ", "))"
        let words =
            servers.isEmpty
            ? "none runs for this user: ALSA opens the sound cards itself"
            : servers.joined(separator: " and ")
        return .ok(name, words + held)
    }

    // MARK: Screen, disk, clock

    private var screen: Finding {
        let name = "screen"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: screens)) ?? []
        let connected = names.sorted().compactMap { output -> String? in
            let folder = "\(screens)/\(output)"
            guard text("\(folder)/status") == "connected" else { return nil }
            let mode = text("\(folder)/modes").split(separator: "\n").first.map { " \($0)" } ?? ""
            let size = ScreenSize(edid: bytes("\(folder)/edid")).map { ", \($0)" } ?? ""
            return output.drop { $0 != "-" }.dropFirst() + mode + size
        }
        guard !connected.isEmpty else {
            return .skipped(name, "none is connected to this machine, or the kernel lists none")
        }
        return .ok(name, connected.joined(separator: "; "))
    }

    private func bytes(_ path: String) -> [UInt8] {
        // A file of the kernel has no size, so it is read to its end.
        let bytes = try? FileHandle(forReadingAtPath: path)?.readToEnd()
        return Array(bytes ?? Data())
    }

    private func text(_ path: String) -> String {
        String(decoding: bytes(path), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private var disk: Finding {
        let name = "disk"
        // The folder of the records, or the nearest one above it that exists. Records that wait to be
        // sent to a server are in the user's data folder.
        var folder = RecordPlace.data(environment.variables) ?? "/var/lib"
        if case .file(let path) = RecordsCheck.place(in: environment), !RecordPlace.isAddress(path)
        {
            folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        }
        while !FileManager.default.fileExists(atPath: folder), folder != "/" {
            folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
        }
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else {
            return .skipped(name, "the space in \(folder) cannot be read")
        }
        let free = Int64(status.f_bavail) * Int64(status.f_frsize)
        let words = String(format: "%.1f GB free for records in ", Double(free) / 1e9) + folder
        if free < Self.leastDisk { return .error(name, words + ": delete files to make room") }
        if free < Self.littleDisk { return .warning(name, words + ": delete files to make room") }
        return .ok(name, words)
    }

    private var clock: Finding {
        let name = "clock"
        let now = environment.date()
        let made =
            (try? FileManager.default.attributesOfItem(atPath: environment.executable))?[
                .modificationDate] as? Date
        if let made, now < made {
            return .warning(
                name,
                "\(environment.console.time) is before this program was made: set the clock, or the"
                    + " dates of records are wrong")
        }
        let answer = SystemProgram.ask([
            "timedatectl", "show", "--property=NTPSynchronized", "--value",
        ])
        switch answer?.text {
        case "yes": return .ok(name, "\(environment.console.time), synchronised by the network")
        case "no":
            return .warning(
                name,
                "\(environment.console.time), not synchronised by the network: compare it with a"
                    + " clock, or switch on synchronisation with 'timedatectl set-ntp true'")
        default: return .ok(name, environment.console.time)
        }
    }
}

/// The size of a screen as it reports it itself (EDID, VESA E-EDID 1.4).
struct ScreenSize: Equatable, CustomStringConvertible {
    /// Millimetres.
    let width: Int
    /// Millimetres.
    let height: Int

    /// The size in the first detailed timing, which is exact to a millimetre; nil if there is none.
    init?(edid: [UInt8]) {
        // The descriptor starts at byte 54; its pixel clock is 0 if it is not a timing. Sizes are
        // in its bytes 12 and 13, with their upper four bits in byte 14.
        guard edid.count >= 128, edid[54] != 0 || edid[55] != 0 else { return nil }
        width = Int(edid[66]) | Int(edid[68] & 0xF0) << 4
        height = Int(edid[67]) | Int(edid[68] & 0x0F) << 8
        guard width > 0, height > 0 else { return nil }
    }

    var description: String { "\(width) × \(height) mm by its own account" }
}
