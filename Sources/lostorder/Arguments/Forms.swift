/// The output format of a command's results.
enum ResultFormat: String, CaseIterable {
  case text, json, csv
  /// The lost orders of a run, one per row.
  case losses

  /// The formats of every command with a table.
  static let tables = [ResultFormat.text, .json, .csv].map(\.rawValue)
}

/// The output format of a trace.
enum TraceFormat: String, CaseIterable {
  case text, json, csv, mermaid, svg, perfetto

  /// The formats that show two designs side by side.
  static let comparing: [TraceFormat] = [.text, .json, .svg]

  /// The formats for people; the other formats are for programs and always English.
  static let readable: [TraceFormat] = [.text, .mermaid, .svg]
}

/// The form in which a case is exported from the simulator.
enum ExportFormat: String, CaseIterable {
  /// A test for the package of the client.
  case swift
  /// A numbered script for a tester with a device.
  case steps
}
