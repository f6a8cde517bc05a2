extension CommandLineTool {
    /// The program: every verb stands in this list, and nowhere else.
    public static let aloud = CommandLineTool(
        name: "aloud", version: "0.1.0",
        overview: "Measures visual acuity by voice: an eye chart, read aloud.",
        commands: [
            DemoCommand.self,
            TestCommand.self,
            ServeCommand.self,
            TranscribeCommand.self,
            MapCommand.self,
            DevicesCommand.self,
            DoctorCommand.self,
            EvaluateCommand.self,
            BenchCommand.self,
            SimulateCommand.self,
            VersionCommand.self,
        ])
}
