internal import CVirtualKeyboard
internal import Foundation
package import Listening
internal import Synchronization

/// A keyboard that exists only in the kernel: its keys go to the program that has the focus, under
/// X, Wayland and on a console (uinput). One thread at a time.
package final class KernelKeyboard: Keyboard {
    private let descriptor: Int32

    /// The time that a desktop takes to adopt a new keyboard, seconds. Chosen, not measured.
    private static let adoption = 0.5

    /// Makes the keyboard.
    ///
    /// - Throws: `KeyboardError.kernel`.
    package init() throws(KeyboardError) {
        descriptor = aloud_uinput_open()
        guard descriptor >= 0 else {
            throw .kernel(
                reason: String(cString: strerror(-descriptor)), isForbidden: descriptor == -EACCES)
        }
        Thread.sleep(forTimeInterval: Self.adoption)
    }

    deinit { aloud_uinput_close(descriptor) }

    package func press(_ key: Key) throws(KeyboardError) {
        let result = aloud_uinput_press(descriptor, key.kernelCode)
        guard result == 0 else {
            throw .kernel(reason: String(cString: strerror(-result)), isForbidden: false)
        }
    }
}

/// The keyboard of an X server, whose keys any program of its user can press (XTEST).
///
/// `@unchecked Sendable`: the pointer is set in `init` and freed when nobody holds the object;
/// between the two, one thread at a time calls `press`, as `Keyboard` requires.
package final class DisplayKeyboard: Keyboard, @unchecked Sendable {
    private let server: OpaquePointer

    /// Connects to the server that the variable DISPLAY names.
    ///
    /// - Throws: `KeyboardError.display`.
    package init() throws(KeyboardError) {
        var fault = ALOUD_XTEST_NO_LIBRARY
        guard let server = aloud_xtest_open(&fault) else {
            throw .display(reason: Self.reason(of: fault))
        }
        self.server = server
    }

    deinit { aloud_xtest_close(server) }

    private static func reason(of fault: aloud_xtest_fault) -> String {
        switch fault {
        case ALOUD_XTEST_NO_LIBRARY:
            "the libraries of X are not installed: apt install libxtst6"
        case ALOUD_XTEST_NO_DISPLAY: "there is no X server: the variable DISPLAY names it"
        default: "the X server has no extension XTEST"
        }
    }

    package func press(_ key: Key) throws(KeyboardError) {
        switch aloud_xtest_press(server, key.name) {
        case 1: return
        case 0: throw .display(reason: "the keyboard of the X server has no key '\(key.name)'")
        default: throw .display(reason: "'\(key.name)' needs Num Lock; press that key once")
        }
    }
}

/// The kinds of virtual keyboards.
package enum KeyboardKind: String, CaseIterable, Sendable {
    /// The kernel's.
    case uinput
    /// That of an X server.
    case xtest

    /// Makes the keyboard of a kind, or the first that can be made.
    ///
    /// - Throws: `KeyboardError`, that of the kernel's keyboard if no kind is given.
    package static func open(_ kind: KeyboardKind?) throws(KeyboardError) -> any Keyboard {
        switch kind {
        case .uinput: return try KernelKeyboard()
        case .xtest: return try DisplayKeyboard()
        case nil: break
        }
        do throws(KeyboardError) { return try KernelKeyboard() } catch {
            if let keyboard = try? DisplayKeyboard() { return keyboard }
            throw error
        }
    }
}
