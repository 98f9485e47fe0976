import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Checks the articles against the code.
@Suite struct WorldArticleTests {
  @Test func `the article on outcomes describes every drop point, in order`() throws {
    let points = DropPoint.allCases.map(\.rawValue)
    let described = try Articles.tableKeys("Outcomes").filter(points.contains)
    expectEqual(described, points)
  }

  @Test func `the article on outcomes has the meaning of every drop point`() throws {
    let rows = try Articles.text("Outcomes").split(separator: "\n").map(String.init)
    for point in DropPoint.allCases {
      #expect(rows.contains("| `\(point.rawValue)` | \(point.meaning) |"))
    }
  }

  @Test func `the glossary has the terms of the code with their meanings`() throws {
    let overview = try Articles.text("Glossary").split(separator: "\n## ")[1]
    let rows = overview.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| term") }
      .map { $0.replacing(#/ \(<doc:[A-Za-z]+>\)/#, with: "") }
    let words = GlossaryTerm.all.map { word in
      "| \(word.term) | \(word.meaning) |" + (word.alsoCalled.isEmpty ? "" : " \(word.alsoCalled)")
        + " |"
    }
    expectEqual(rows, words)
  }

  @Test func `the articles on rules state every rule under its title, in order`() throws {
    let articles = [
      "StoreRules", "StoreKit2Rules", "PlayBillingRules", "DeviceRules", "ClientRules",
      "BackendRules", "UserRules", "Migration",
    ]
    let stated = try articles.flatMap { article in
      try Articles.text(article).split(separator: "\n").compactMap { line in
        line.wholeMatch(of: #/## ([A-Z][0-9]+) · (.+)/#).map { "\(article) \($0.1) \($0.2)" }
      }
    }
    expectEqual(stated, WorldRule.all.map { "\($0.article) \($0.code) \($0.title)" })
    expectEqual(stated.count, 67)
  }

  @Test func `the article on outcomes describes every kind of loss`() throws {
    let kinds = LossKind.allCases.map(\.rawValue)
    let described = try Articles.tableKeys("Outcomes").filter(kinds.contains)
    expectEqual(described, kinds)
    let rows = try Articles.text("Outcomes").split(separator: "\n").map(String.init)
    for kind in LossKind.allCases {
      #expect(rows.contains("| `\(kind.rawValue)` | \(kind.meaning) |"))
    }
  }

  @Test func `the article on designs names every built-in design`() throws {
    let designs = try PackageFiles.list(below: "Sources/Scenarios/Designs", ending: ".json")
      .map { String($0.split(separator: "/").last?.dropLast(5) ?? "") }
    let described = try Articles.tableKeys("Designs")
    expectEqual(designs.filter { !described.contains($0) }, [])
  }
}
