import PurchaseWorld

/// What is said of faults.
extension StoryWords {
  /// A parameter of a fault: its name, and its value as the scenario format writes it; what happens by
  /// chance has none.
  typealias Parameter = (name: String, value: String?)

  /// A fault with its parameters.
  static func words(
    _ kind: FaultKind, _ parameters: [Parameter], _ language: Language
  ) -> String {
    language.list(
      [language.named(kind.rawValue)] + parameters.map { parameter($0, language) })
  }

  private static func parameter(_ parameter: Parameter, _ language: Language) -> String {
    let value = parameter.value ?? ""
    return switch parameter.name {
    case "answers": language("answers {0}", value)
    case "approves": language("approves")
    case "completes": language("completes")
    case "copies": language("copies {0}", value)
    case "dropsPayload": language("dropsPayload")
    case "from": language("from {0}", language.named(value))
    case "gap": language("gap {0}", value)
    case "kills": language("kills")
    case "lasts": language("lasts {0}", value)
    case "of": language("of {0}", language.named(value))
    case "pays": language("pays")
    case "reopens": language("reopens {0}", value)
    case "resolves": language("resolves {0}", value)
    case "returns": language("returns {0}", value)
    case "slowdown": language("slowdown {0}", value)
    default: preconditionFailure("every parameter of a fault has words")
    }
  }
}
