/// The most common passwords that are long enough to be chosen, in small letters.
enum CommonPasswords {
    /// From a file with comments after "#".
    static let all = Set(
        String(decoding: PackageResources.common_passwords_txt, as: UTF8.self)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
            .flatMap { $0.split(separator: " ") }.map { $0.lowercased() })
}
