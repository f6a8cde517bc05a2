/// Breaks text into lines of at most `width` characters, at spaces; a longer word gets a line of
/// its own.
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
        if line.isEmpty {
            line = String(word)
        } else if line.count + 1 + word.count <= width {
            line += " " + word
        } else {
            lines.append(line)
            line = String(word)
        }
    }
    return line.isEmpty ? lines : lines + [line]
}

/// Breaks paragraphs into lines. Blank lines stay; a line that starts with a space stays as it is.
func wrappedParagraphs(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var paragraph = ""
    func end(_ lines: inout [String]) {
        lines += wrapped(paragraph, width: width)
        paragraph = ""
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.isEmpty || line.hasPrefix(" ") {
            end(&lines)
            lines.append(String(line))
        } else {
            paragraph += line + " "
        }
    }
    end(&lines)
    return lines
}
