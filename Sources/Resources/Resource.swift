import EmbeddedFiles

/// The embedded text files, as bytes; each is a file of `EmbeddedFiles`.
package enum Resource {
  /// The Chinese translations, `zh.json`.
  package static var chinese: [UInt8] { bytes(embeddedChinese()) }
  /// The style sheet of pages, `report.css`.
  package static var pageStyle: [UInt8] { bytes(embeddedPageStyle()) }
  /// The script of pages, `report.js`.
  package static var pageScript: [UInt8] { bytes(embeddedPageScript()) }
  /// The style sheet of sequence drawings, `drawing.css`.
  package static var drawingStyle: [UInt8] { bytes(embeddedDrawingStyle()) }
  /// The style sheet of separate charts, `chart.css`.
  package static var chartStyle: [UInt8] { bytes(embeddedChartStyle()) }
  /// The rules of the simulated world, `rules.txt`.
  package static var rules: [UInt8] { bytes(embeddedRules()) }
  /// The terms of the glossary, `glossary.txt`.
  package static var glossary: [UInt8] { bytes(embeddedGlossary()) }

  /// The files of a new package with a client, by their paths. The client and its store are files
  /// of `ExampleClients`, which are compiled in this package.
  package static var newClientFiles: [(path: String, text: Template)] {
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
  /// The commands that simulate and test such a package.
  package static var newClientCommands: Template { Template(bytes(embeddedNewNext())) }
  /// A test that replays a case.
  package static var caseTest: Template { Template(bytes(embeddedCaseTest())) }

  private static func bytes(_ file: EmbeddedFile) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.start, count: file.count))
  }
}
