import Platform
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTMLTextTests {
    @Test("signs of HTML are escaped, with combining marks too")
    func signs() {
        #expect("a < b & \"c\" > d".escapedForHTML == "a &lt; b &amp; &quot;c&quot; &gt; d")
        let marked = "<\u{301}\"\u{301}".escapedForHTML.unicodeScalars
        #expect(!marked.contains("<") && !marked.contains("\""))
    }
}
