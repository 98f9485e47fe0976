package import Scenarios

/// What names of the format and of the results mean.
extension Language {
  /// The longest line of an explanation, in columns of a terminal.
  private static let columns = 100

  /// One explanation: the name and what it is, what it means, its values, and what else is
  /// known.
  package func text(of explanation: Explanation) -> String {
    let head = self("{0}: {1}", named(explanation), text(of: explanation.group.title))
    var lines = [head] + indented(text(of: explanation.meaning), "  ")
    for block in [explanation.values, explanation.facts] where !block.isEmpty {
      lines += [""] + self.lines(of: block)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of facts: [Explanation.Fact]) -> [String] {
    let names = facts.map { text(of: $0.name) }
    let width = names.map { DisplayWidth.of($0) }.max() ?? 0
    return zip(names, facts).flatMap { name, fact in
      indented(text(of: fact.text), "  " + DisplayWidth.padded(name, to: width) + "  ")
    }
  }

  /// The names of a group, one after the other under their heading.
  package func list(of group: Explanation.Group) -> String {
    // A Chinese mark brings its own space.
    let (mark, space) = self == .zh ? ("；", "") : (",", " ")
    let room = Language.columns - DisplayWidth.of(mark)
    var lines = [text(of: group.heading)]
    var line = ""
    for explanation in Explanation.all where explanation.group == group {
      let name = named(explanation)
      let next = line + mark + space + name
      if line.isEmpty {
        line = "  " + name
      } else if DisplayWidth.of(next) <= room {
        line = next
      } else {
        lines.append(line + mark)
        line = "  " + name
      }
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }

  /// A text in lines, behind what stands before the first of them.
  private func indented(_ text: String, _ start: String) -> [String] {
    let width = DisplayWidth.of(start)
    let lines = LineBreaking.lines(of: text, atMost: Language.columns - width)
    return lines.enumerated().map { index, line in
      (index == 0 ? start : String(repeating: " ", count: width)) + line
    }
  }
}
