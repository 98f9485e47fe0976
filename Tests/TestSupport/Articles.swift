/// The articles on the world, which contain the rules.
package enum Articles {
  package static let folder = "Sources/PurchaseWorld/PurchaseWorld.docc"

  /// The text of one article.
  package static func text(_ name: String) throws -> String {
    try PackageFiles.text("\(folder)/\(name).md")
  }

  /// The first cells of all table rows of an article that are one name in code font.
  package static func tableKeys(_ name: String) throws -> [String] {
    try text(name).matches(of: /(?m)^\| `([^`]+)` \|/).map { String($0.1) }
  }
}
