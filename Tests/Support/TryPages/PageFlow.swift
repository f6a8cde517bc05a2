internal import TestBrowser

/// Looks for pages that are wider than their window, and for parts of them that scroll sideways.
final class PageFlow {
    /// The parts that are too wide, each with the name of the state.
    private(set) var faults: [String] = []
    /// The number of states that were looked at.
    private(set) var count = 0

    private static let script = """
        const faults = [];
        const { scrollWidth } = document.scrollingElement;
        if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide on ${innerWidth}`);
        for (const one of document.querySelectorAll('body *')) {
          if (!one.checkVisibility() || one.closest('svg')) continue;
          const scrolls = ['auto', 'scroll'].includes(getComputedStyle(one).overflowX);
          if (scrolls && one.scrollWidth > one.clientWidth + 1) {
            faults.push(`${one.tagName.toLowerCase()}#${one.id} scrolls sideways`);
          }
        }
        return faults;
        """

    /// Looks at the page that is shown.
    func look(at browser: Browser, _ name: String) throws {
        count += 1
        let found = try browser.run(Self.script) as? [String] ?? ["no answer"]
        faults += found.map { "\(name): \($0)" }
    }
}
