import Testing

/// `lostorder log`, and the way from it to a table.
@Suite struct LogCommandTests {
  /// What a funnel counted of a design, in the form of the table: an event or a rung, and its number.
  private static func funnel(_ file: String, _ design: String) throws -> [String] {
    let rows = try Executable.run("funnel", file, "--users", "4000", "--format", "csv").output
      .split(whereSeparator: \.isNewline).map { $0.split(separator: ",").map(String.init) }
    return rows.filter { $0[0] == design && $0[2] != "0" && $0[1] != "abnormalUsers" }.map { row in
      switch row[1] {
      case "failed first try": return "iap_verify_fail,\(row[2]),0"
      case let name where name.hasPrefix("failed retry "):
        return "iap_retry_verify_fail,\(row[2]),\(name.dropFirst("failed retry ".count))"
      default: return "\(row[1]),\(row[2]),"
      }
    }.sorted()
  }

  @Test(
    "the lines of a log are what a funnel counts, and the ladder, whatever the form",
    arguments: [
      ("scenarios/field.json", "zero-loss-1.2"), ("scenarios/field.json", "keep-2"),
      ("scenarios/keep-ladder.json", "keep-1"), ("scenarios/stores.json", "sk2"),
      ("scenarios/play-axes.json", "play-sample"),
    ])
  func funnel(file: String, design: String) throws {
    let folder = try Scratch()
    for form in ["jsonl", "csv"] {
      let log = try Executable.run(
        "log", file, "--design", design, "--users", "4000", "--format", form)
      #expect(log.code == 0 && log.errors == "")
      let again = try Executable.run(
        "log", file, "--design", design, "--users", "4000", "--format", form, "--workers", "1")
      #expect(again.output == log.output)
      let path = try folder.write(log.output, "log.\(form)")
      let table = try Executable.run("count", path)
      #expect(table.code == 0, "\(table.errors)")
      let rows = table.output.split(whereSeparator: \.isNewline).map(String.init)
      #expect(rows.contains { $0.hasPrefix("users,4000") })
      let counted = rows.dropFirst().filter { !$0.hasPrefix("users,") }.map { row in
        row.split(separator: ",", omittingEmptySubsequences: false).count == 2 ? row + "," : row
      }.sorted()
      #expect(try counted == Self.funnel(file, design))
    }
  }

  @Test func `a log that nobody reads on ends quietly`() throws {
    let ending = try Executable.run(
      list: [],
      shell: "\"$0\" log scenarios/keep.json --users 1e5 | head -1")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.hasPrefix(#"{"id":"u0.1","user":"u0","session":1,"time":"2026-01-01T00"#))
  }
}
