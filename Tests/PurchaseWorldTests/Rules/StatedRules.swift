import TestSupport

/// A numbered rule of the articles: the heading `## S1 · One sheet at a time`.
struct Rule: Hashable {
  var number: String
  /// Whether the rule is part of the contract but not of this version.
  var isPostponed: Bool

  /// The rules that an article states, in its order.
  static func rules(of article: String) -> [Rule] {
    article.matches(of: /(?m)^## ([SDBCPKGM][0-9]+) · (.+)$/).map { heading in
      Rule(number: String(heading.1), isPostponed: heading.2.hasSuffix("— not in this version"))
    }
  }

  /// The rules of all articles.
  static func all() throws -> [Rule] {
    try [
      "StoreRules", "StoreKit2Rules", "PlayBillingRules", "DeviceRules", "BackendRules",
      "ClientRules", "UserRules", "Migration",
    ].flatMap { rules(of: try Articles.text($0)) }
  }
}

/// The names of tests, read from their sources.
enum TestNames {
  /// The names of the tests in a source: raw identifiers and display names, not commented out.
  static func names(in source: String) -> [String] {
    let code = source.split(separator: "\n")
      .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
      .joined(separator: "\n")
    let raw = code.matches(of: /@Test[^`"{}]*(?:"[^"]*"[^`"{}]*)*func `([^`]+)`/).map(\.1)
    let display = code.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/).map(\.1)
    return (raw + display).map(String.init)
  }

  /// All words of all test names of the package: a rule, fault or drop point is one word.
  static func words() throws -> Set<String> {
    try wordsByName().reduce(into: []) { $0.formUnion($1) }
  }

  /// The words of each test name of the package.
  static func wordsByName() throws -> [Set<String>] { try found.get() }

  private static let found = Result {
    try PackageFiles.list(below: "Tests", ending: ".swift").flatMap { file in
      names(in: try PackageFiles.text(file)).map { name in
        Set(name.split { !$0.isLetter && !$0.isNumber }.map(String.init))
      }
    }
  }
}
