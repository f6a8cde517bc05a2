internal import Acuity
internal import CommandLineKit
internal import Recognition

extension HearingFile {
    /// Reads the file of what was measured with Aloud's own recogniser, in a folder of grammars.
    ///
    /// - Throws: `UnreadableResource` where it is not there, `HearingFileError` where it is none.
    init(measuredFor optotypes: OptotypeSet, in folder: ResourceFolder) throws {
        let path = folder.file(optotypes.areDirections ? Self.usualOfDirections : Self.usual)
        do { try self.init(path) } catch HearingFileError.unreadable {
            throw UnreadableResource(path: path)
        }
    }
}
