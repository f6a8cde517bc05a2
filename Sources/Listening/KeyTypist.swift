internal import Transcripts

/// Types accepted answers into the program that has the focus.
///
/// It types each answer once, and asks the person to repeat an unclear answer. It reports each failure
/// once, and tries to type the next answers.
package final class KeyTypist {
    private let keyboard: any Keyboard
    private let map: KeyMap
    private let again: () -> Void
    private let onFailure: (KeyboardError) -> Void
    private var failures: Set<KeyboardError> = []

    /// - Parameters:
    ///   - map: the key of each answer.
    ///   - again: asks the person to repeat an unclear answer.
    ///   - onFailure: called once for each reason that a key cannot be typed.
    package init(
        on keyboard: any Keyboard, _ map: KeyMap, again: @escaping () -> Void,
        onFailure: @escaping (KeyboardError) -> Void
    ) {
        self.keyboard = keyboard
        self.map = map
        self.again = again
        self.onFailure = onFailure
    }

    /// Whether an answer could not be typed.
    package var hasFailed: Bool { !failures.isEmpty }

    /// Takes an event of listening; those that are not answers are ignored.
    package func take(_ event: ListenEvent) {
        guard case .answer(let answer, _, _) = event else { return }
        if answer.isUnclear { return again() }
        guard let key = map.key(of: answer) else { return }
        do throws(KeyboardError) { try keyboard.press(key) } catch {
            if failures.insert(error).inserted { onFailure(error) }
        }
    }
}

/// A virtual keyboard that a program types on. One thread may use it at a time.
package protocol Keyboard: AnyObject, Sendable {
    /// Presses and releases a key.
    func press(_ key: Key) throws(KeyboardError)
}

/// The reason that keys cannot be typed.
package enum KeyboardError: Error, Hashable, CustomStringConvertible {
    /// The kernel refuses to create a keyboard, for this reason.
    case kernel(reason: String, isForbidden: Bool)
    /// The X server refuses keys, for this reason.
    case display(reason: String)

    package var description: String {
        switch self {
        case .kernel(let reason, let isForbidden):
            "Keys need a virtual keyboard, and /dev/uinput cannot be used (\(reason)). "
                + (isForbidden
                    ? "The rule /usr/lib/udev/rules.d/60-aloud-uinput.rules of the package allows it to"
                        + " the person who is logged in at the screen; it takes effect after 'sudo"
                        + " udevadm control --reload' and 'sudo udevadm trigger --name-match=uinput'."
                    : "Load the module with 'sudo modprobe uinput'.")
                + " Under X '--keyboard xtest' needs no permission."
        case .display(let reason):
            "Keys cannot be typed with XTEST: \(reason)."
        }
    }
}
