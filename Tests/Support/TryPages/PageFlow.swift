internal import TestBrowser

/// Looks for pages that are wider than their window, for parts of them that scroll sideways, and for
/// controls that are covered by other elements.
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
        // A control that scrolls below a part that stays is not covered.
        const stays = (one) => one && (getComputedStyle(one).position === 'sticky' || stays(one.parentElement));
        for (const one of document.querySelectorAll('button, select, input, a[href]')) {
          const box = one.getBoundingClientRect();
          if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || box.width < 8) continue;
          for (const [x, y] of [[.1, .2], [.9, .2], [.5, .5], [.1, .8], [.9, .8]]) {
            const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
            if (!top || top.contains(one) || one.contains(top) || stays(top) || top.closest('#lost')) continue;
            if ([...(one.labels ?? [])].some((label) => label.contains(top))) continue;
            faults.push(`${one.tagName.toLowerCase()}#${one.id} is below ${top.tagName.toLowerCase()}#${top.id}`);
            break;
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
