extension String {
  /// The text in a workflow command of GitHub Actions.
  ///
  /// See docs.github.com, "Workflow commands for GitHub Actions": what would end a value is escaped.
  ///
  /// - Parameter isProperty: whether it is the value of a property, and not the message.
  package func escapingGitHub(isProperty: Bool) -> String {
    escaping(isProperty ? String.githubProperty : String.githubMessage)
  }

  /// The text in a logging command of Azure Pipelines.
  ///
  /// See learn.microsoft.com, "Logging commands".
  package var escapingAzure: String {
    escaping(["%": "%AZP25", "\r": "%0D", "\n": "%0A", ";": "%3B", "]": "%5D"])
  }

  private static let githubMessage: [Unicode.Scalar: String] = [
    "%": "%25", "\r": "%0D", "\n": "%0A",
  ]
  private static let githubProperty = githubMessage.merging([":": "%3A", ",": "%2C"]) { $1 }

  /// The text with some scalars replaced, and otherwise as a log may show it.
  private func escaping(_ replacements: [Unicode.Scalar: String]) -> String {
    replacingScalars { replacements[$0] }.escapingControls(startsLines: false)
  }
}
