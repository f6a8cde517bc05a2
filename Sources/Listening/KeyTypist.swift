internal import Transcripts

/// Types accepted answers into the program that has the focus.
///
/// Each answer is typed once, and one that is unclear is asked for again. A keyboard that fails is
/// reported once.
package final class KeyTypist {
    private let keyboard: any Keyboard
    private let map: KeyMap
    private let again: () -> Void
    private let onFailure: (KeyboardError) -> Void
    private var hasFailed = false

    /// - Parameters:
    ///   - map: the key of each answer.
    ///   - again: asks the person to repeat an unclear answer.
    ///   - onFailure: called once, if a key cannot be typed.
    package init(
        on keyboard: any Keyboard, _ map: KeyMap, again: @escaping () -> Void,
        onFailure: @escaping (KeyboardError) -> Void
    ) {
        self.keyboard = keyboard
        self.map = map
        self.again = again
        self.onFailure = onFailure
    }

    /// Takes an event of listening; those that are not answers are ignored.
    package func take(_ event: ListenEvent) {
        guard case .answer(let answer, _, _) = event, !hasFailed else { return }
        if answer.isUnclear { return again() }
        guard let key = map.key(of: answer) else { return }
        do throws(KeyboardError) { try keyboard.press(key) } catch {
            hasFailed = true
            onFailure(error)
        }
    }
}
