import JSONText
import Scenarios

/// A table of a run, declared once for text, page, Markdown, CSV and JSON. Each kind of run has a
/// list of such tables.
struct ReportTable<Run>: Sendable {
  /// Output for people; for programs, every sheet exists as CSV and JSON.
  enum Surface: CaseIterable { case text, page, markdown }

  /// Name of its list in JSON, of its section on the page, and of its file `<name>.csv`.
  let name: String
  let title: @Sendable (Language) -> String
  /// Outputs that show the table as it is; the others have a chart or a layout of their own.
  let surfaces: [Surface]
  /// Legend, in lines.
  let legend: @Sendable (Run, Language) -> [String]
  /// Nil without rows.
  let table: @Sendable (Run, Language) -> Table?
  let csv: @Sendable (Run) -> String
  private let meaning: String
  private let form: MemberSchema
  private let list: @Sendable (Run) -> JSONOutput?
  private let isOptional: Bool

  /// - Parameter meaning: contents of the list in JSON.
  /// - Parameter isOptional: whether JSON omits a list without rows.
  init<Row>(
    _ name: String, _ title: @escaping @Sendable (Language) -> String, _ meaning: String,
    isOptional: Bool = false, on surfaces: [Surface] = Surface.allCases,
    rows: @escaping @Sendable (Run) -> [Row],
    legend: @escaping @Sendable (Run, Language) -> [String] = { _, _ in [] },
    columns: [ReportTableColumn<Run, Row>]
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
      return isOptional && rows.isEmpty ? nil : .list(rows) { members.output(of: $0) }
    }
  }

  /// Its list in JSON.
  func member<Target>() -> Member<Run, Target> {
    let member = Member<Run, Target>(name, form, meaning, value: list)
    return isOptional ? member.optional : member
  }
}

/// A column of a ``ReportTable``, for programs and for people.
struct ReportTableColumn<Run, Row>: Sendable {
  /// Members of a row in JSON; CSV has those that fit in cells.
  let members: [Member<Row, Never>]
  let columns: @Sendable (Run, Language) -> [Column<Row>]

  init(
    _ members: [Member<Row, Never>],
    _ columns: @escaping @Sendable (Run, Language) -> [Column<Row>] = { _, _ in [] }
  ) { (self.members, self.columns) = (members, columns) }
}

extension Array {
  /// Tables that a surface shows as they are.
  func shown<Run>(
    on surface: ReportTable<Run>.Surface, of run: Run, _ language: Language
  ) -> [(sheet: ReportTable<Run>, table: Table)] where Element == ReportTable<Run> {
    filter { $0.surfaces.contains(surface) }.compactMap { sheet in
      sheet.table(run, language).map { (sheet, $0) }
    }
  }

  /// Paragraphs of lines: each table with its legend.
  func text<Run>(of run: Run, _ language: Language) -> [[String]]
  where Element == ReportTable<Run> {
    shown(on: .text, of: run, language).flatMap {
      [$0.table.lines, $0.sheet.legend(run, language)]
    }
  }

  /// A section of the page for each shown table, with its legend as note.
  func sections<Run>(of run: Run, _ language: Language) -> [HTMLPage.Section]
  where Element == ReportTable<Run> {
    shown(on: .page, of: run, language).map { sheet, table in
      let title = sheet.title(language)
      return HTMLPage.Section(
        name: sheet.name, title: title, note: sheet.legend(run, language).joined(separator: " "),
        body: table.html(title))
    }
  }

  /// Each table under its title, in English.
  func markdown<Run>(of run: Run) -> [(title: String, table: Table)]
  where Element == ReportTable<Run> {
    shown(on: .markdown, of: run, .en).map { ($0.sheet.title(.en), $0.table) }
  }

  func files<Run>(of run: Run) -> [String] where Element == ReportTable<Run> { map { $0.csv(run) } }
  /// Names of the CSV files of all tables, with or without rows.
  func fileNames<Run>() -> [String] where Element == ReportTable<Run> { map { $0.name + ".csv" } }
}
