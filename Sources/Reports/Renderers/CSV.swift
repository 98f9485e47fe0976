import JSONText

/// Comma-separated values (RFC 4180); no cell can be read as a formula.
package enum CSV {
  /// One cell.
  package static func cell(_ text: String) -> String { text.csvCell }

  /// Rows of cells; each row ends with CR LF.
  package static func text(_ rows: [[String]]) -> String {
    rows.map { $0.map(\.csvCell).joined(separator: ",") + "\r\n" }.joined()
  }

  /// Objects as rows. A value with an interval takes three columns (`x`, `xLow`, `xHigh`), each
  /// member of a nested object one (`usersBoth`), a list none.
  package static func text<Source, Target>(_ members: [Member<Source, Target>], _ rows: [Source])
    -> String
  {
    let columns = members.map { places($0.name, $0.form.schema) }
    let cells = rows.map { row in
      zip(members, columns).flatMap { member, columns in columns.map { $0.cell(member.value(row)) }
      }
    }
    return text([columns.flatMap { $0.map(\.name) }] + cells)
  }

  /// A column and the location of its cells in a value.
  private struct Place {
    var name: String
    var path: [Step] = []

    enum Step { case member(String), element(Int) }

    /// Text of a cell; empty for a missing value or null.
    func cell(_ value: JSONOutput?) -> String {
      var value = value
      for step in path {
        switch (step, value) {
        case (.member(let name), .object(let members)):
          value = members.first { $0.key == name }?.value
        case (.element(let index), .array(let elements)): value = elements[index]
        default: return ""
        }
      }
      return switch value {
      case nil, .null: ""
      case .string(let text): text
      case let value?: value.line
      }
    }
  }

  /// Columns of a member, by the schema of its value.
  private static func places(_ name: String, _ schema: [JSONOutput.Member]) -> [Place] {
    let words = Dictionary(uniqueKeysWithValues: schema.map { ($0.key, $0.value) })
    // A nullable form is described by its other alternatives.
    if case .array(let forms) = words["anyOf"], case .object(let form) = forms.first,
      forms.count == 2, case .object(let other) = forms[1],
      other.contains(where: { $0.value == "null" })
    {
      return places(name, form)
    }
    switch words["type"] {
    case "object":
      guard case .object(let members) = words["properties"] else { return [] }
      return members.flatMap { member -> [Place] in
        guard case .object(let form) = member.value else { return [] }
        let inner = name + member.key.prefix(1).uppercased() + member.key.dropFirst()
        return places(inner, form).map {
          Place(name: $0.name, path: [.member(member.key)] + $0.path)
        }
      }
    case "array":
      guard words["maxItems"] == 3 else { return [] }
      return ["", "Low", "High"].enumerated().map { Place(name: name + $1, path: [.element($0)]) }
    default: return [Place(name: name)]
    }
  }
}
