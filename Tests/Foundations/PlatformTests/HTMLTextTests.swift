import Platform
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTMLTextTests {
    @Test("HTML characters are escaped, even with combining marks")
    func signs() {
        #expect("a < b & \"c\" > d".escapedForHTML == "a &lt; b &amp; &quot;c&quot; &gt; d")
        let marked = "<\u{301}\"\u{301}".escapedForHTML.unicodeScalars
        #expect(!marked.contains("<") && !marked.contains("\""))
    }
}
