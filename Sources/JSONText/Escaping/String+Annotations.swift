extension String {
  /// The text in a workflow command of GitHub Actions.
  ///
  /// See docs.github.com, "Workflow commands for GitHub Actions": what would end a value is escaped.
  ///
  /// - Parameter isProperty: whether it is the value of a property, and not the message.
  package func escapingGitHub(isProperty: Bool) -> String {
    escaping { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      default: nil
      }
    }
  }

  /// The text in a logging command of Azure Pipelines.
  ///
  /// See learn.microsoft.com, "Logging commands".
  package var escapingAzure: String {
    escaping { scalar in
      switch scalar {
      case "%": "%AZP25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ";": "%3B"
      case "]": "%5D"
      default: nil
      }
    }
  }

  /// The text with some scalars replaced, and otherwise as a log may show it.
  private func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
    replacingScalars(replacement).escapingControls(startsLines: false)
  }
}
