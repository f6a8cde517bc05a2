import Acuity
import Foundation
import Testing

@testable import ChartScoring

/// Tables of recordings, right and wrong.
@Suite(.timeLimit(.minutes(1))) struct ScoreTableTests {
    private static let folder = URL(fileURLWithPath: "/clinic")

    private func table(_ text: String) throws(ScoreTableErrors) -> ScoreTable {
        try ScoreTable(Array(text.utf8), named: "t.csv", in: Self.folder)
    }

    private func errors(_ text: String) throws -> [String] {
        let errors = #expect(throws: ScoreTableErrors.self) { try table(text) }
        return try #require(errors).lines
    }

    @Test("paths are relative to the folder; the heading ignores case")
    func recordings() throws {
        let table = try table(
            "Record\tCHART\tFile\tEye\nb\tNCKZO RHSDK\tsub/b.wav\tOD\nc\t1\t/c.wav\t\n")
        #expect(table.recordings.map(\.file) == ["/clinic/sub/b.wav", "/c.wav"])
        #expect(table.recordings.map(\.eye) == [.right, .both])
        #expect(table.recordings.first?.chart.lines.count == 2)
    }

    @Test("a distance may have a decimal comma; an impossible one is reported")
    func commas() throws {
        let table = try table("file;chart;distance\na.wav;1;4,0\nb.wav;1;3,2 m\n")
        #expect(table.recordings.map(\.distance.metres) == [4, 3.2])
        let far = try errors("file;chart;distance\na.wav;1;4000\n")
        #expect(far.count == 1 && far[0].hasPrefix("t.csv:2: the cell 'distance': "), "\(far)")
    }

    @Test("tables of R, pandas and spreadsheets are read as written")
    func spreadsheets() throws {
        let table = try table(
            """
            file;chart;eye;channel;distance;start;end;person;designed
            a.wav;1.0;RE;1.0;4,0;0,5;2,2;NA;NA
            b.wav;2;LE;2;N/A;;#N/A;7;4
            c.wav;R;r;nan;;NA;1;8;
            d.wav;1;l;;;0;1,50;9;

            """)
        #expect(table.recordings.map(\.chartName) == ["1", "2", "R", "1"])
        #expect(table.recordings.map(\.eye) == [.right, .left, .right, .left])
        #expect(table.recordings.map(\.channel) == [1, 2, nil, nil])
        #expect(table.recordings.map(\.start) == [0.5, 0, 0, 0])
        #expect(table.recordings.map(\.end) == [2.2, nil, 1, 1.5])
        #expect(table.recordings.map(\.person) == ["1", "7", "8", "9"])
        #expect(table.recordings.map(\.distance.metres) == [4, 4, 4, 4])
    }

    @Test("an unreadable cell is reported with the expected form")
    func faults() throws {
        let lines = try errors(
            "file,chart,eye,channel,start\nNA,1,right,1,0\na.wav,1.5,RA,1.5,1:30\n")
        #expect(lines.count == 5, "\(lines)")
        for words in ["'file' has no name", "'1.5' is none of 1, 2, R", "RE, LE", "write 75.5"] {
            #expect(lines.contains { $0.contains(words) }, "\(words)")
        }
    }

    @Test("a recording is found in whatever form its name is written", arguments: [false, true])
    func composed(isComposed: Bool) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let (composed, decomposed) = ("Mu\u{308}ller/Zoe\u{308}.wav", "M\u{FC}ller/Zo\u{EB}.wav")
        let (onDisk, written) = isComposed ? (composed, decomposed) : (decomposed, composed)
        let path = folder.path + "/" + onDisk
        try FileManager.default.createDirectory(
            atPath: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]),
            withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        let table = try ScoreTable(
            Array("file,chart\n\(written),1\nabse\u{301}nt.wav,1\n".utf8), named: "t.csv",
            in: folder)
        // Texts of both forms are the same to Swift; their bytes are not.
        #expect(table.recordings[0].file.utf8.elementsEqual(path.utf8))
        #expect(table.recordings[1].file.hasSuffix("abse\u{301}nt.wav"))
    }

    @Test("every error is reported on its own line, with the line of the table")
    func allErrors() throws {
        let lines = try errors(
            """
            record,file,chart,eye,distance,stop,start,end,channel
            a,a.wav,1,OD,4,none-right,0,10,1
            b,b.wav,NCKZ1,x,4 furlongs,maybe,20,10,0
            c,c.wav,1,OD,4,none-right,0,10,1,more
            a,d.wav,,,,,abc,-1,

            """)
        #expect(lines.allSatisfy { !$0.contains("\n") })
        #expect(lines.count { $0.hasPrefix("t.csv:3: ") } == 6, "\(lines)")
        for words in ["'NCKZ1'", "eye 'x'", "furlongs", "'maybe'", "channel '0'", "is not after"] {
            #expect(lines.contains { $0.hasPrefix("t.csv:3: ") && $0.contains(words) }, "\(words)")
        }
        let many = lines.filter { $0.hasPrefix("t.csv:4: ") }
        #expect(many.count == 1 && many[0].contains("more cells than the heading"))
        let last = lines.filter { $0.hasPrefix("t.csv:5: ") }
        #expect(last.count == 3, "\(last)")
        for words in ["start 'abc'", "end '-1'", "also on line 2"] {
            #expect(last.contains { $0.contains(words) }, "\(words)")
        }
        #expect(lines.count == 10, "\(lines)")
    }

    @Test("a misspelt column is an error that names the right one")
    func misspelt() throws {
        let lines = try errors("file,chart,distanse,Eye,chanel\nst.wav,1,1m,OD,2\n")
        #expect(
            lines == [
                "t.csv:1: there is no column 'distanse'; did you mean 'distance'?",
                "t.csv:1: there is no column 'chanel'; did you mean 'channel'?",
            ])
        // The rows are checked all the same, but not for the column that the heading lacks.
        let other = try errors("Fiel,chart\na.wav,9\n")
        #expect(other.count == 2 && other[0].contains("did you mean 'file'?"))
        #expect(other.last?.hasPrefix("t.csv:2: the chart '9'") == true)
    }

    @Test("a table need not name its charts")
    func noChart() throws {
        #expect(try table("file\na.wav\n").recordings.map(\.namesChart) == [false])
        let mixed = try table("file,chart\na.wav,2\nb.wav,\n")
        #expect(mixed.recordings.map(\.namesChart) == [true, false])
    }

    @Test("an unknown column is an error that names the known ones")
    func unknown() throws {
        let lines = try errors("file,chart,site,remark\na.wav,1,north,\n")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("no columns 'site', 'remark'; leave them out") == true)
        #expect(lines.first?.contains("distance, stop, file, channel") == true)
    }

    @Test("columns without a name must be empty")
    func unnamed() throws {
        #expect(try table("file,chart,,\na.wav,1,,\n").recordings.count == 1)
        #expect(
            try errors("file,chart,,\na.wav,1,,x\n") == ["t.csv:1: column 4 has cells but no name."]
        )
    }

    @Test("a row without a recording's name is reported with its line")
    func noFile() throws {
        let lines = try errors("file,chart\na.wav,1\n,1\n")
        #expect(lines == ["t.csv:3: the cell 'file' has no name of a recording."])
        let none = try errors("chart\n1\n")
        #expect(none == ["t.csv:1: the heading has no column 'file', which is needed."])
    }
}
