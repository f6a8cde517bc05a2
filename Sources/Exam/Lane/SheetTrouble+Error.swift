internal import TestPages

extension SheetTrouble {
    /// Why a test could not begin: in words for the person, who can mend nothing but a choice of their
    /// own, and for whoever comes to help.
    package init(_ error: any Error) {
        switch error {
        case let error as ScreenShowsNothing: self.init(words: error.description)
        case let error as NoMicrophone:
            self.init(
                words: "The microphone cannot be heard. Please call for help.",
                details: error.description)
        default:
            self.init(words: "The test cannot begin. Please call for help.", details: "\(error)")
        }
    }
}
