/// In which form a command prints what it has found.
enum ResultForm: String, CaseIterable {
  case text, json, csv
  /// The lost orders of a run, one a row.
  case losses

  /// Those that every command with a table has.
  static let tables = [ResultForm.text, .json, .csv].map(\.rawValue)
}

/// In which form a story is printed.
enum TraceForm: String, CaseIterable {
  case text, json, csv, mermaid, svg, perfetto

  /// Those that set two designs side by side.
  static let comparing: [TraceForm] = [.text, .json, .svg]

  /// Those that people read; the others are for programs, and always English.
  static let readable: [TraceForm] = [.text, .mermaid, .svg]
}

/// As what a case can leave the simulator.
enum ExportForm: String, CaseIterable {
  /// A test of the team's own package.
  case swift
  /// A numbered script for a tester with a device.
  case steps

  /// The ending of its files.
  var ending: String { self == .swift ? ".swift" : ".txt" }
}
