import Scenarios

/// `lostorder explain`: what a name of the format or of the results means.
struct ExplainCommand {
  let console: Console
  let arguments: Arguments

  /// The longest line of a list of names.
  private static let columns = 100

  func run() -> ExitCode {
    if arguments.operands.isEmpty {
      console.print(Explanation.Group.allCases.map(list).joined(separator: "\n"))
      return .holds
    }
    let word = arguments.operands.joined(separator: " ")
    let found = Explanation.of(word)
    guard !found.isEmpty else {
      let near = Explanation.near(word).map { "'\($0)'" }
      let suggestion = near.isEmpty ? "" : "; did you mean " + ExplainCommand.list(near) + "?"
      console.complain(
        "lostorder: there is nothing to explain about \(word.quoted);"
          + " 'lostorder explain' lists everything\(suggestion)\n")
      return .usage
    }
    console.print(found.map(text).joined(separator: "\n"))
    return .holds
  }

  private func text(_ explanation: Explanation) -> String {
    let head = "\(explanation.name): \(explanation.group.rawValue)\n  \(explanation.meaning)\n"
    let width = explanation.facts.map(\.name.count).max() ?? 0
    let facts = explanation.facts.map { fact in
      let lines = ExplainCommand.lines(of: fact.text, atMost: ExplainCommand.columns - width - 4)
      let name = fact.name + String(repeating: " ", count: width - fact.name.count)
      let indentation = "\n" + String(repeating: " ", count: width + 4)
      return "  " + name + "  " + lines.joined(separator: indentation) + "\n"
    }
    return facts.isEmpty ? head : head + "\n" + facts.joined()
  }

  /// A text broken between words.
  private static func lines(of text: String, atMost columns: Int) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + word.count < columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }

  /// The names of a group in lines under its heading.
  private func list(_ group: Explanation.Group) -> String {
    var lines: [String] = []
    var line = ""
    for name in Explanation.all.filter({ $0.group == group }).map(\.name) {
      if !line.isEmpty, line.count + name.count + 2 > ExplainCommand.columns {
        lines.append(line + ",")
        line = ""
      }
      line += (line.isEmpty ? "  " : ", ") + name
    }
    return ([group.heading] + lines + [line]).joined(separator: "\n") + "\n"
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
