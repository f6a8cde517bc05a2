import Foundation
import TestBrowser

/// A check of a page by WCAG 2.2 (level AA), as far as a program can tell; by its formulas, on the
/// values that the browser has computed. Optotypes are left out: they are as small as the test asks.
struct PageCheck {
    let browser: Browser

    /// Everything that is wrong with what is to be seen now, in words.
    func faults() throws -> [String] {
        try list("return faults();") + namelessControls() + faultsByAxe()
    }

    /// The faults that axe-core finds, if the variable ALOUD_AXE of the environment names its script
    /// (scripts/check-pages).
    private func faultsByAxe() throws -> [String] {
        guard let path = ProcessInfo.processInfo.environment["ALOUD_AXE"] else { return [] }
        let axe = try String(contentsOfFile: path, encoding: .utf8)
        return try list(
            axe + """
                ;
                return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
                  .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
                    nodes.map(({ html }) => `axe ${id}: ${html.slice(0, 120)}`)));
                """)
    }

    /// Controls without a name (4.1.2), by what Chromium tells assistive software.
    private func namelessControls() throws -> [String] {
        let answer = try browser.devTools("Accessibility.getFullAXTree") as? [String: Any]
        let nodes = answer?["nodes"] as? [[String: Any]] ?? []
        return nodes.compactMap { node in
            func value(_ name: String) -> String {
                (node[name] as? [String: Any])?["value"] as? String ?? ""
            }
            let roles = [
                "button", "textbox", "spinbutton", "slider", "radio", "checkbox", "meter", "link",
                "image", "combobox",
            ]
            guard node["ignored"] as? Bool != true, roles.contains(value("role")),
                value("name").trimmingCharacters(in: .whitespaces).isEmpty
            else { return nil }
            return "4.1.2 a \(value("role")) without a name"
        }
    }

    /// Goes through the page with the key Tab. The focus must be visible (2.4.7, 2.4.11, 1.4.11),
    /// and must reach every control (2.1.1).
    func faultsOfFocus() throws -> [String] {
        var faults: [String] = []
        let controls = Int(try browser.number("controls().length"))
        try browser.run("document.activeElement?.blur(); window.reached = new Set();")
        for _ in 0..<controls + 3 {
            try browser.press("Tab")
            faults += try list("return faultsOfFocus();")
        }
        return Set(faults).sorted() + (try list("return unreached();"))
    }

    /// Spaces the text as a reader may do it (1.4.12), and gives what is wrong then: nothing may be
    /// lost, cut off or covered.
    func faultsOfSpacing() throws -> [String] {
        try browser.run("spaceText(true);")
        defer { _ = try? browser.run("spaceText(false);") }
        return try list("return faultsOfSpacing();")
    }

    private func list(_ script: String) throws -> [String] {
        try browser.run(script) as? [String] ?? ["no answer to \(script)"]
    }

    /// Saves what is to be seen, for people to look at, where the variable ALOUD_PICTURES of the
    /// environment names a folder for it.
    func picture(_ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["ALOUD_PICTURES"] else { return }
        let file = name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        try browser.screenshot().write(
            to: URL(filePath: folder).appending(path: String(file) + ".png"))
    }

    /// Puts the checks into the page.
    func prepare() throws { try browser.run(Self.script) }

    private static let script = #"""
        const seen = (element) => {
          const box = element.getBoundingClientRect();
          const style = getComputedStyle(element);
          return box.width > 0 && box.height > 0 && style.visibility === 'visible'
            && element.checkVisibility();
        };
        /** Whether an element is only for software that reads the page aloud. */
        const clipped = (element) => element !== null
          && (getComputedStyle(element).clipPath === 'inset(50%)' || clipped(element.parentElement));
        const named = (element) => `${element.tagName.toLowerCase()}#${element.id
          || element.closest('[id]')?.id} "${element.textContent.trim().slice(0, 30)}"`;

        // Relative luminance and contrast ratio, as WCAG defines them.
        const color = (text) => {
          const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
          return { r, g, b, a };
        };
        const over = (top, below) => ({
          r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a),
          b: top.b * top.a + below.b * (1 - top.a), a: 1 });
        const luminance = ({ r, g, b }) => {
          const [x, y, z] = [r, g, b].map((part) => part / 255).map(
            (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
          return 0.2126 * x + 0.7152 * y + 0.0722 * z;
        };
        const ratio = (one, two) => {
          const [low, high] = [luminance(one), luminance(two)].sort((a, b) => a - b);
          return (high + 0.05) / (low + 0.05);
        };
        /** All background colours of an element: more than one for a gradient. */
        const behind = (element) => {
          for (let here = element; here; here = here.parentElement) {
            const style = getComputedStyle(here);
            const stops = style.backgroundImage.match(/rgba?\([^)]*\)/g);
            if (stops) return stops.map(color);
            const paper = color(style.backgroundColor);
            if (paper.a === 1) return [paper];
            if (paper.a > 0) return behind(here.parentElement).map((below) => over(paper, below));
          }
          return [{ r: 255, g: 255, b: 255, a: 1 }];
        };
        const least = (ink, element) =>
          Math.min(...behind(element).map((paper) => ratio(over(ink, paper), paper)));

        window.controls = () => [...document.querySelectorAll(
          'button, input, select, textarea, a[href], [tabindex]:not([tabindex="-1"])')].filter(seen)
          .filter((element) => !element.disabled);

        /** 1.4.3: text has 4.5, large text 3. Text of a control that is off may have less. */
        const faultsOfText = () => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found = [];
          while (walker.nextNode()) {
            const element = walker.currentNode.parentElement;
            if (!walker.currentNode.data.trim() || !seen(element) || element.closest(':disabled')) {
              continue;
            }
            const style = getComputedStyle(element);
            const isShape = element instanceof SVGElement;
            const scale = isShape ? element.getBoundingClientRect().height
              / element.getBBox().height : 1;
            const size = Number.parseFloat(style.fontSize) * scale;
            const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
            const has = least(color(isShape ? style.fill : style.color), element);
            if (has < (isLarge ? 3 : 4.5)) {
              found.push(`1.4.3 ${named(element)}: contrast ${has.toFixed(2)}`);
            }
          }
          return found;
        };

        /** 1.4.11: what shows where a control is has 3. 2.5.5: it is at least 44 pixels each way, with its
         *  label; a link in a sentence at least 24 (2.5.8). */
        const faultsOfControls = () => controls().flatMap((element) => {
          const found = [];
          const style = getComputedStyle(element);
          const target = (element.closest('label') ?? element).getBoundingClientRect();
          const side = element.tagName === 'A' && style.display === 'inline' ? 24 : 44;
          if (target.width < side || target.height < side) {
            found.push(`2.5.5 ${named(element)}: ${target.width} x ${target.height}`);
          }
          const isDrawn = ['BUTTON', 'INPUT'].includes(element.tagName)
            && !['radio', 'checkbox', 'range'].includes(element.type)
            // Underlined text needs no edge.
            && !element.classList.contains('plain');
          if (isDrawn) {
            const around = element.parentElement;
            const edge = Number.parseFloat(style.borderTopWidth) > 0
              ? least(color(style.borderTopColor), around) : 0;
            const face = least(color(style.backgroundColor), around);
            if (Math.max(edge, face) < 3) found.push(`1.4.11 ${named(element)}: edge ${edge}`);
          }
          return found;
        });

        /** 1.4.10, 1.4.4: nothing is wider than the page or cut off. */
        const faultsOfFlow = () => {
          const found = [];
          const page = document.scrollingElement;
          if (page.scrollWidth > innerWidth) {
            found.push(`1.4.10 the page is ${page.scrollWidth} wide on ${innerWidth}`);
          }
          for (const element of document.querySelectorAll('body *')) {
            if (!seen(element) || element.closest('svg, .visually-hidden')) continue;
            const box = element.getBoundingClientRect();
            const isInner = ![...element.children].some((child) => seen(child)
              && child.getBoundingClientRect().right > innerWidth + 1);
            if (isInner && (box.left < -1 || box.right > innerWidth + 1)) {
              found.push(`1.4.10 ${named(element)}: from ${box.left} to ${box.right}`);
            }
          }
          const fixed = ['test', 'rest'].map((id) => document.getElementById(id))
            .find((element) => element && seen(element));
          for (const element of fixed?.querySelectorAll('p, h1, button') ?? []) {
            if (!seen(element) || !element.textContent.trim()) continue;
            const box = element.getBoundingClientRect();
            if (box.top < -1 || box.bottom > innerHeight + 1) {
              found.push(`1.4.4 ${named(element)}: from ${box.top} to ${box.bottom} of ${innerHeight}`);
            }
          }
          return found;
        };

        /** Text that lies over other text or over a control. */
        const faultsOfOverlap = () => {
          const leaves = [...document.querySelectorAll('body *')].filter((element) => seen(element)
            && !element.closest('svg') && !clipped(element) && [...element.childNodes].some(
              (node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
          const boxes = leaves.map((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            return element instanceof HTMLButtonElement
              ? element.getBoundingClientRect() : range.getBoundingClientRect();
          });
          const found = [];
          for (let one = 0; one < leaves.length; one += 1) {
            for (let two = one + 1; two < leaves.length; two += 1) {
              if (leaves[one].contains(leaves[two]) || leaves[two].contains(leaves[one])) continue;
              if (leaves[one].closest('.dock') !== leaves[two].closest('.dock')) continue;
              const [a, b] = [boxes[one], boxes[two]];
              const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
              const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
              if (across > 2 && down > 4) {
                found.push(`overlap: ${named(leaves[one])} and ${named(leaves[two])}`);
              }
            }
          }
          return found;
        };

        /** 1.4.12: lines 1.5 times the size of the font apart, paragraphs twice, letters 0.12 times,
         *  words 0.16 times. */
        const spacing = new CSSStyleSheet();
        spacing.replaceSync(`*:not(svg *) { line-height: 1.5 !important;
          letter-spacing: .12em !important; word-spacing: .16em !important; }
          p { margin-bottom: 2em !important; }`);
        window.spaceText = (isOn) => {
          document.adoptedStyleSheets = isOn ? [spacing] : [];
          // What fits itself to its room does so again.
          dispatchEvent(new Event('resize'));
        };

        /** Text that is cut off by its box, or by a smaller box that hides the rest. */
        const faultsOfClipping = () => [...document.querySelectorAll('body *')]
          .filter((element) => seen(element) && !element.closest('svg') && !clipped(element)
            && !(element instanceof HTMLInputElement))
          .flatMap((element) => {
            const hides = getComputedStyle(element);
            const isCut = (hides.overflowX !== 'visible'
                && element.scrollWidth > element.clientWidth + 1)
              || (hides.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1);
            const isWider = element instanceof HTMLButtonElement
              && (element.scrollWidth > element.clientWidth + 1
                || element.scrollHeight > element.clientHeight + 1);
            return isCut || isWider ? [`1.4.12 ${named(element)} is cut off`] : [];
          });

        /** Fixed pages: what is said in them lies within the window. */
        window.faultsOfSpacing = () => [...faultsOfFlow(), ...faultsOfOverlap(),
          ...faultsOfClipping()];

        /** 3.3.2, 1.3.1: each field has a label that is seen, and groups of them a legend. */
        const faultsOfLabels = () => controls()
          .filter((element) => ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName))
          .flatMap((element) => {
            const found = [...element.labels].some((label) => seen(label)
              && label.textContent.trim()) ? [] : [`3.3.2 ${named(element)} has no label`];
            if (element.type === 'radio'
              && !element.closest('fieldset')?.querySelector('legend')?.textContent.trim()) {
              found.push(`1.3.1 ${named(element)} has no legend`);
            }
            return found;
          });

        /** 2.2.2, 2.3.3: nothing moves by itself, nor when something is done. */
        const faultsOfMotion = () => [
          ...document.getAnimations().map(() => '2.2.2 something moves'),
          ...[...document.querySelectorAll('*')].filter((element) => {
            const style = getComputedStyle(element);
            return style.animationName !== 'none' || style.scrollBehavior === 'smooth'
              || style.transitionDuration.split(',').some((time) => Number.parseFloat(time) > 0);
          }).map((element) => `2.3.3 ${named(element)} moves`),
        ];

        /** 4.1.3: what is said while the page stays as it is is told to assistive software. */
        const faultsOfStatus = () => ['prompt', 'limits', 'setup-error', 'connection', 'measure-error',
          'door-error'].map((id) => document.getElementById(id))
          .filter((element) => element && seen(element) && element.textContent.trim()
            && !element.closest('[role=status], [role=alert], [aria-live]'))
          .map((element) => `4.1.3 ${named(element)} is not a status`);

        /** 2.5.3: what a control is called begins with what is read on it. */
        const faultsOfNames = () => controls().filter((element) => {
          const label = element.getAttribute('aria-label');
          const text = element.textContent.trim().toLowerCase();
          return label && /[a-z]/.test(text) && !label.toLowerCase().includes(text);
        }).map((element) => `2.5.3 ${named(element)} is called otherwise`);

        /** 2.4.2, 3.1.1, 1.3.1: a title, a language, one heading of the first level at most. */
        const faultsOfPage = () => [
          ...(document.title ? [] : ['2.4.2 no title']),
          ...(document.documentElement.lang ? [] : ['3.1.1 no language']),
          ...([...document.querySelectorAll('h1')].filter(seen).length <= 1
            ? [] : ['1.3.1 several main headings']),
          ...([...document.querySelectorAll('main')].filter(seen).length <= 1
            ? [] : ['1.3.1 several main parts']),
        ];

        window.faults = () => [...faultsOfText(), ...faultsOfControls(), ...faultsOfFlow(),
          ...faultsOfOverlap(), ...faultsOfPage(), ...faultsOfLabels(), ...faultsOfMotion(),
          ...faultsOfStatus(), ...faultsOfNames()];

        window.faultsOfFocus = () => {
          const element = document.activeElement;
          if (!element || element === document.body) return [];
          reached.add(element);
          const style = getComputedStyle(element);
          const found = [];
          if (style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 2
            || least(color(style.outlineColor), element.parentElement) < 3) {
            found.push(`2.4.7 ${named(element)}: ${style.outline}`);
          }
          const box = element.getBoundingClientRect();
          // The middle, and what is a little within each corner.
          const hidden = [[.5, .5], [.1, .15], [.9, .15], [.1, .85], [.9, .85]].map(([x, y]) =>
            document.elementFromPoint(box.left + box.width * x, box.top + box.height * y))
            .find((top) => !top || !(element.contains(top) || top.contains(element)
              || [...element.labels ?? []].some((label) => label.contains(top))));
          if (hidden !== undefined) {
            found.push(
              `2.4.11 ${named(element)} is hidden by ${hidden ? named(hidden) : 'the edge'}`);
          }
          return found;
        };
        window.unreached = () => controls()
          // Of radio buttons the keyboard reaches one, and the arrow keys the others.
          .filter((element) => !reached.has(element) && element.type !== 'radio')
          .map((element) => `2.1.1 ${named(element)} is not reached by Tab`);
        """#
}
