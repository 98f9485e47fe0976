import EmbeddedFiles

/// What is said and shown and is no code, as bytes: a file of `EmbeddedFiles` each.
package enum Resource {
  /// The Chinese of everything that is said, `zh.json`.
  package static var chinese: [UInt8] { bytes(embeddedChinese()) }
  /// How pages look, `report.css`.
  package static var pageStyle: [UInt8] { bytes(embeddedPageStyle()) }
  /// What a page does beyond showing, `report.js`.
  package static var pageScript: [UInt8] { bytes(embeddedPageScript()) }
  /// How drawings of lives look, `drawing.css`.
  package static var drawingStyle: [UInt8] { bytes(embeddedDrawingStyle()) }
  /// How charts look that stand alone, `chart.css`.
  package static var chartStyle: [UInt8] { bytes(embeddedChartStyle()) }
  /// What the rules of the world say, `rules.txt`.
  package static var rules: [UInt8] { bytes(embeddedRules()) }
  /// What the words of the world mean, `glossary.txt`.
  package static var glossary: [UInt8] { bytes(embeddedGlossary()) }

  /// The files of a new package with a client, by their places in it. The client and its store are those of
  /// `ExampleClients`, which are compiled here.
  package static var newClient: [(path: String, text: Template)] {
    [
      ("Package.swift", embeddedNewPackage()),
      ("Sources/{{name}}/OrderFirstClient.swift", embeddedNewClient()),
      ("Sources/{{name}}/SystemStore.swift", embeddedNewStore()),
      ("Sources/{{name}}-lostorder/main.swift", embeddedNewCommand()),
      ("Tests/{{name}}Tests/{{name}}Tests.swift", embeddedNewTests()),
      ("scenarios/gate.json", embeddedNewGate()), ("README.md", embeddedNewReadme()),
      (".gitignore", embeddedNewIgnored()),
    ].map { ($0, Template(bytes($1))) }
  }
  /// The commands with which such a package is played and tested.
  package static var newClientCommands: Template { Template(bytes(embeddedNewNext())) }
  /// A test that replays a case.
  package static var caseTest: Template { Template(bytes(embeddedCaseTest())) }

  private static func bytes(_ file: EmbeddedFile) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.start, count: file.count))
  }
}
