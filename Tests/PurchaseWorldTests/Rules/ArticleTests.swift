import PurchaseWorld
import TestSupport
import Testing

/// The articles and the code say the same.
@Suite struct ArticleTests {
  @Test func `the article on faults describes every kind, in order`() throws {
    let kinds = FaultKind.allCases.map(\.rawValue)
    let described = try Articles.tableKeys("Faults").filter(kinds.contains)
    #expect(described == kinds)
  }

  @Test func `the article on outcomes describes every drop point, in order`() throws {
    let points = DropPoint.allCases.map(\.rawValue)
    let described = try Articles.tableKeys("Outcomes").filter(points.contains)
    #expect(described == points)
  }

  @Test func `the article on outcomes says of every drop point what the code says`() throws {
    let rows = try Articles.text("Outcomes").split(separator: "\n").map(String.init)
    for point in DropPoint.allCases {
      #expect(rows.contains("| `\(point.rawValue)` | \(point.meaning) |"))
    }
  }

  @Test func `the glossary has the words of the code, with their meanings`() throws {
    let rows = try Articles.text("Glossary").split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| term") }
      .map { $0.replacing(#/ \(<doc:[A-Za-z]+>\)/#, with: "") }
    let words = GlossaryWord.all.map { word in
      "| \(word.term) | \(word.meaning) |" + (word.elsewhere.isEmpty ? "" : " \(word.elsewhere)")
        + " |"
    }
    #expect(rows == words)
  }

  @Test func `the articles on rules state every rule under its title, in order`() throws {
    let articles = ["StoreRules", "DeviceRules", "ClientRules", "BackendRules", "UserRules"]
    let stated = try articles.flatMap { article in
      try Articles.text(article).split(separator: "\n").compactMap { line in
        line.wholeMatch(of: #/## ([A-Z][0-9]+) · (.+)/#).map { "\(article) \($0.1) \($0.2)" }
      }
    }
    #expect(stated == WorldRule.all.map { "\($0.article) \($0.code) \($0.title)" })
    #expect(stated.count == 40)
  }

  @Test func `the article on outcomes describes every kind of loss`() throws {
    let kinds = LossKind.allCases.map(\.rawValue)
    let described = try Articles.tableKeys("Outcomes").filter(kinds.contains)
    #expect(described == kinds)
    let rows = try Articles.text("Outcomes").split(separator: "\n").map(String.init)
    for kind in LossKind.allCases {
      #expect(rows.contains("| `\(kind.rawValue)` | \(kind.meaning) |"))
    }
  }

  /// The values of every axis that is an enumeration.
  static let axes: [(axis: String, values: [String])] = [
    ("store", values(Design.StoreKind.self)),
    ("timing", values(Design.Timing.self)),
    ("orderRequest", values(Design.OrderRequest.self)),
    ("payload", values(Design.PayloadContent.self)),
    ("records.in", values(RecordRules.Place.self)),
    ("records.key", values(RecordRules.Key.self)),
    ("records.match", values(RecordRules.Match.self)),
    ("records.clearOn", values(FailureCode.self)),
    ("binding.item", values(BindingRules.ItemSource.self)),
    ("binding.account", values(BindingRules.AccountSource.self)),
    ("binding.otherAccount", values(BindingRules.OtherAccountRule.self)),
    ("binding.unbound", values(BindingRules.UnboundRule.self)),
    ("finish", values(Design.FinishTime.self)),
    ("onRejection", values(Design.RejectionResponse.self)),
    ("onFailed", values(Design.FailureResponse.self)),
    ("onDeferred", values(Design.DeferralResponse.self)),
    ("observer", values(Design.ObserverTime.self)),
    ("queue", values(Design.QueueKind.self)),
    ("retry.then", values(RetryRules.Ending.self)),
    ("ui", values(Design.Interface.self)),
    ("repurchase", values(Design.RepurchaseRule.self)),
    ("guest", values(Design.GuestRule.self)),
    ("server.verification", values(ServerRules.Verification.self)),
    ("server.onCheckError", values(ServerRules.CheckErrorRule.self)),
    ("server.entry", values(ServerRules.EntryRule.self)),
    ("server.dedupe", values(ServerRules.DedupeKey.self)),
  ]

  static func values<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> [String]
  where Value.RawValue == String {
    type.allCases.map(\.rawValue)
  }

  @Test(arguments: axes)
  func `the article on axes lists every value of an axis`(axis: String, values: [String]) throws {
    let rows = try Articles.text("DesignAxes").split(separator: "\n")
    let row = try #require(rows.first { $0.hasPrefix("| `\(axis)` |") })
    let listed = row.split(separator: "|", omittingEmptySubsequences: false)[2]
      .split(separator: ";")[0]
      .matches(of: /`([^`]+)`/).map { String($0.1) }
    #expect(listed == values)
  }

  @Test func `every link between articles leads to an article`() throws {
    let names = try Articles.names()
    for name in names {
      for link in try Articles.text(name).matches(of: /<doc:([A-Za-z]+)>/) {
        #expect(names.contains(String(link.1)), "\(name) links to '\(link.1)'")
      }
    }
  }

  @Test func `the article on designs names every design that ships`() throws {
    let designs = try PackageFiles.list(below: "Sources/Scenarios/Designs", ending: ".json")
      .map { String($0.split(separator: "/").last?.dropLast(5) ?? "") }
    let described = try Articles.tableKeys("Designs")
    #expect(designs.filter { !described.contains($0) } == [])
  }
}
