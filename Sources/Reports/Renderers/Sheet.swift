import JSONText
import Scenarios

/// A table of what ran, declared once for all surfaces: text, page, Markdown, CSV and JSON walk the list of such tables
/// that a kind of run has.
struct Sheet<Run>: Sendable {
  /// What can show it to people; programs always find it as CSV and JSON.
  enum Surface: CaseIterable { case text, page, markdown }

  /// The name of its list in JSON, of its part of the page, and its file `<name>.csv`.
  let name: String
  let title: @Sendable (Language) -> String
  /// Where it is shown as it is: elsewhere it has a chart or a layout of its own.
  let surfaces: [Surface]
  /// How to read it, in lines.
  let legend: @Sendable (Run, Language) -> [String]
  /// Nil where there are no rows.
  let table: @Sendable (Run, Language) -> Table?
  let csv: @Sendable (Run) -> String
  private let meaning: String
  private let form: Form
  private let list: @Sendable (Run) -> JSONOutput?
  private let isOptional: Bool

  /// - Parameter meaning: what the list in JSON holds.
  /// - Parameter isOptional: whether JSON leaves out a list without rows.
  init<Row>(
    _ name: String, _ title: @escaping @Sendable (Language) -> String, _ meaning: String,
    isOptional: Bool = false, on surfaces: [Surface] = Surface.allCases,
    rows: @escaping @Sendable (Run) -> [Row],
    legend: @escaping @Sendable (Run, Language) -> [String] = { _, _ in [] },
    columns: [SheetColumn<Run, Row>]
  ) {
    (self.name, self.title, self.surfaces, self.legend) = (name, title, surfaces, legend)
    let members = columns.flatMap(\.members)
    table = { run, language in
      let rows = rows(run)
      return rows.isEmpty ? nil : Table(rows, columns.flatMap { $0.columns(run, language) })
    }
    csv = { CSV.text(members, rows($0)) }
    (self.meaning, self.isOptional, form) = (meaning, isOptional, .list(members.form()))
    list = { run in
      let rows = rows(run)
      return isOptional && rows.isEmpty ? nil : .list(rows) { members.written(of: $0) }
    }
  }

  /// Its list in JSON.
  func member<Target>() -> Member<Run, Target> {
    let member = Member<Run, Target>(name, form, meaning, value: list)
    return isOptional ? member.optional : member
  }
}

/// A column of a ``Sheet``: what programs read of a row, and what people do.
struct SheetColumn<Run, Row>: Sendable {
  /// What a row has of it in JSON; of this CSV holds what has room in cells.
  let members: [Member<Row, Never>]
  let columns: @Sendable (Run, Language) -> [Column<Row>]

  init(
    _ members: [Member<Row, Never>],
    _ columns: @escaping @Sendable (Run, Language) -> [Column<Row>] = { _, _ in [] }
  ) { (self.members, self.columns) = (members, columns) }
}

extension Array {
  /// The tables that a surface shows of a run, as they are.
  func shown<Run>(
    on surface: Sheet<Run>.Surface, of run: Run, _ language: Language
  ) -> [(sheet: Sheet<Run>, table: Table)] where Element == Sheet<Run> {
    filter { $0.surfaces.contains(surface) }.compactMap { sheet in
      sheet.table(run, language).map { (sheet, $0) }
    }
  }

  /// Paragraphs of lines: each table, and how to read it.
  func text<Run>(of run: Run, _ language: Language) -> [[String]] where Element == Sheet<Run> {
    shown(on: .text, of: run, language).flatMap {
      [$0.table.lines, $0.sheet.legend(run, language)]
    }
  }

  func sections<Run>(
    of run: Run, _ language: Language
  ) -> [HTMLPage.Section] where Element == Sheet<Run> {
    shown(on: .page, of: run, language).map { sheet, table in
      let title = sheet.title(language)
      return HTMLPage.Section(
        name: sheet.name, title: title, note: sheet.legend(run, language).joined(separator: " "),
        body: table.html(title))
    }
  }

  /// Each table under its title, in English.
  func markdown<Run>(of run: Run) -> [(title: String, table: Table)] where Element == Sheet<Run> {
    shown(on: .markdown, of: run, .en).map { ($0.sheet.title(.en), $0.table) }
  }

  func files<Run>(of run: Run) -> [String] where Element == Sheet<Run> { map { $0.csv(run) } }
  func fileNames<Run>() -> [String] where Element == Sheet<Run> { map { $0.name + ".csv" } }
}
