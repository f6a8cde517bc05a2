/// Fourteen lines of five letters, from 20/200 down to 20/10.
///
/// ```swift
/// let line = Chart(.one).lines[0]
/// line.letters  // N, C, K, Z, O
/// line.size  // 1.00
/// ```
public struct Chart: Sendable, Equatable {
    /// The name of the chart.
    public let name: ChartName
    /// The presentations, the largest line first; `lines[i].line` is i + 1.
    public private(set) var lines: [Presentation]
    /// Draws the letters that replace others.
    private var generator = SplitMix64(seed: 0)

    /// Letters on each line.
    public static let lettersInLine = 5

    /// A chart with these letters, the largest line first; five in each line.
    package init(_ name: ChartName, rows: [[Letter]]) {
        self.name = name
        lines = zip(SnellenLine.all, rows).map { line, letters in
            Presentation(line: line.number, size: line.size, letters: letters)
        }
    }

    /// The chart of a name.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - seed: decides the letters of a random chart; the printed ones do not need it.
    public init(_ name: ChartName, seed: UInt64 = 0) {
        switch name {
        case .one: self.init(name, rows: Self.rows(of: Self.chartOne))
        case .two: self.init(name, rows: Self.rows(of: Self.chartTwo))
        case .refraction: self.init(name, rows: Self.rows(of: Self.chartR))
        case .random:
            var generator = SplitMix64(seed: seed)
            self.init(name, rows: Self.randomRows(using: &generator))
            self.generator = generator
        }
    }

    // These letters come from copies of the ETDRS charts (Ferris et al. 1982), not from printed
    // charts: compare them with a printed chart before an examination depends on them. A vision
    // laboratory's public script for pictures of "standard ETDRS charts lines" has all lines of
    // charts 1 and 2 in the same order. Two programs by others agree on line 4 of chart 1 and,
    // except for one letter, on the first eleven lines of chart 2. The last line of chart R is
    // RDCSH in that script, and RDOSN elsewhere.
    private static let chartOne =
        "NCKZO RHSDK DOVHR CZRHS ONHRC DKSNV ZSOKN CKDNR SRZKD HZOVC NVDOK VHCNO SVHCZ OZDVK"
    private static let chartTwo =
        "DSRKN CKZOH ONRKD KZVDC VSHZO HDKCR CSRHN SVZDK NCVOZ RHSDV SNROH ODHKR ZKCSN CRHDV"
    private static let chartR =
        "HVZDS NCVKD CZSHN ONVSR KDNRO ZKCSV DVOHC OHVCK HZCKO NCKHD ZHCSR SZRDN HCDRO RDOSN"

    private static func rows(of text: String) -> [[Letter]] {
        text.split(separator: " ").map { row in row.compactMap { Letter($0) } }
    }
}

extension Chart {
    /// Draws other letters for a line, by its number; a printed chart keeps its letters.
    mutating func redraw(_ number: Int) {
        guard name == .random, lines.indices.contains(number - 1) else { return }
        let old = lines[number - 1]
        let before = number > 1 ? lines[number - 2].letters.last : nil
        let after = number < lines.count ? lines[number].letters.first : nil
        var letters: [Letter]
        repeat {
            letters = Self.row(after: before, using: &generator)
        } while letters == old.letters || letters.last == after
        lines[number - 1] = Presentation(line: number, size: old.size, letters: letters)
    }

    /// A letter drawn at random to replace one that was never understood.
    ///
    /// - Parameter spent: letters that are not drawn, unless at most one other letter would be
    ///   left.
    mutating func freshLetter(besides spent: Set<Letter>) -> Letter {
        let others = Letter.sloan.filter { !spent.contains($0) }
        let free = others.count > 1 ? others : Letter.sloan
        return free[generator.index(below: free.count)]
    }

    /// Lines of five different letters of Sloan's set. No letter appears twice running, not even
    /// across the end of a line. Each line is a draw without replacement among the letters allowed
    /// there.
    private static func randomRows(
        using generator: inout some RandomNumberGenerator
    ) -> [[Letter]] {
        var rows: [[Letter]] = []
        for _ in SnellenLine.all {
            rows.append(row(after: rows.last?.last, using: &generator))
        }
        return rows
    }

    private static func row(
        after last: Letter?, using generator: inout some RandomNumberGenerator
    ) -> [Letter] {
        var row: [Letter] = []
        var before = last
        while row.count < lettersInLine {
            let free = Letter.sloan.filter { $0 != before && !row.contains($0) }
            let next = free[generator.index(below: free.count)]
            row.append(next)
            before = next
        }
        return row
    }
}

/// A chart that can be requested.
public enum ChartName: String, CaseIterable, Sendable, Codable {
    /// ETDRS chart 1.
    case one = "1"
    /// ETDRS chart 2.
    case two = "2"
    /// ETDRS chart R, made for refraction.
    case refraction = "R"
    /// Letters drawn at random.
    case random

    /// The chart of a name in either case: "1", "2", "r", "random"; nil for any other.
    public init?(named text: String) {
        let match = Self.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
        guard let match else { return nil }
        self = match
    }
}

/// The eye that is tested.
public enum Eye: String, CaseIterable, Sendable, Codable {
    case right
    case left
    case both

    /// The default chart for this eye: 1 for the right eye, 2 for the left, R for both, so that no
    /// eye reads letters that the other has learned (convention of the ETDRS charts, Ferris et al.
    /// 1982).
    public var usualChart: ChartName {
        switch self {
        case .right: .one
        case .left: .two
        case .both: .refraction
        }
    }
}
