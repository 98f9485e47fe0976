import JSONText
import Reports
import Scenarios

extension Subcommand {
  package static let explain = Subcommand(
    "explain", "tell what a key, fault, axis, drop point, rule or word means",
    takes: Operands("[KEY]", 0...Int.max, .words { Completions.names(of: Explanation.all) }),
    options: [.language],
    notes: [
      "A KEY is the path of a key of a scenario (behavior.patience) or its last part, a fault or one",
      "of its parameters (crash.reopens), an axis (retry.delays) or one of its values (onCallback),",
      "a built-in design, a metric, how a charge ends, a drop point, a distribution, or a word of the",
      "glossary. It may be one word of a term (sale), its name in StoreKit (finishTransaction), or in",
      "Chinese as in the articles (掉单). Without a KEY all of them are listed.",
    ]
  ) { ExplainCommand(console: $0, arguments: $1).run() }
}

/// `lostorder explain`: what a name of the format or of the results means.
struct ExplainCommand: Playing {
  let console: Console
  let arguments: Arguments

  private var language: Language { preparation.language }

  func run() -> ExitCode {
    let report = ExplanationReport(language)
    if arguments.operands.isEmpty {
      let lists = Explanation.Group.allCases.map { report.list(of: $0) }
      console.print(lists.joined(separator: "\n"))
      return .holds
    }
    let word = arguments.operands.joined(separator: " ")
    // Whoever knows the Chinese word may ask for it in any language.
    let found = Explanation.of(word, called: Language.names(of:))
    guard !found.isEmpty else { return console.refuse(refusal(of: word)) }
    console.print(found.map { report.text(of: $0) }.joined(separator: "\n"))
    return .holds
  }

  private func refusal(of word: String) -> String {
    let near = Explanation.near(word, called: Language.names(of:)).map { "'\($0)'" }
    guard let last = near.last else {
      return language(
        "there is nothing to explain about {0}; 'lostorder explain' lists everything", word.quoted)
    }
    let others = near.dropLast().joined(separator: ", ")
    let suggestion = others.isEmpty ? last : language("{0} or {1}", others, last)
    return language(
      "there is nothing to explain about {0}; 'lostorder explain' lists everything;"
        + " did you mean {1}?", word.quoted, suggestion)
  }
}
