import PurchaseWorld
import Scenarios

/// What is said of faults.
extension StoryWords {
  /// A parameter of a fault: its name, and its value as the scenario format writes it; what happens by
  /// chance has none.
  typealias Parameter = (name: String, value: String?)

  /// A fault with its parameters.
  static func words(_ kind: FaultKind, _ parameters: [Parameter], _ language: Language) -> String {
    language.list([language.named(kind.rawValue)] + parameters.map { parameter($0, language) })
  }

  /// Whatever parameters there are, their names with a place for the value are phrases.
  private static func parameter(_ parameter: Parameter, _ language: Language) -> String {
    guard let value = parameter.value else { return language.translated(parameter.name) }
    return Phrase.filled(language.translated(parameter.name + " {0}"), [language.named(value)])
  }
}
