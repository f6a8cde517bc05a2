internal import CSndFile

extension SF_INFO {
    /// Whether the file is of a container, a code of libsndfile as `SF_FORMAT_WAV`.
    func isOf(_ container: Int) -> Bool { Int(format) & SF_FORMAT_TYPEMASK == container }
}
