import Foundation
import PurchaseWorld
import Scenarios
import Testing

/// The article about the built-in designs says of each what its file says.
@Suite struct DesignArticleTests {
  @Test func `the first table of the article is that of the built-in designs`() throws {
    let article = try String(
      contentsOfFile: Shipped.root + "/Sources/PurchaseWorld/PurchaseWorld.docc/Designs.md",
      encoding: .utf8)
    let lines = article.components(separatedBy: "\n").drop { !$0.hasPrefix("| design | from |") }
    let rows = lines.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
      line.components(separatedBy: "|").dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(rows.map(\.[0]) == BuiltInDesign.all.map { "`\($0.design.name)`" })
    for (row, design) in zip(rows, BuiltInDesign.all.map(\.design)) {
      #expect(row[2] == order(design), "\(design.name)")
      #expect(row[3] == (design.payload == .none ? "" : design.payload.word))
      let place = design.records.at.isEmpty ? "none" : design.records.place.word
      #expect(row[4].hasPrefix(place) || row[4].hasPrefix("as 1."), "\(design.name)")
      #expect(row[5] == design.binding.item.map(name).joined(separator: ", "))
      #expect(row[6] == design.binding.account.map(\.word).joined(separator: ", "))
      #expect(row[7] == design.binding.unbound.word)
      #expect(row[8] == finish(design))
      #expect(row[9] == (design.observer == .purchase ? "first tap" : design.observer.word))
    }
  }

  private func order(_ design: Design) -> String {
    guard design.timing == .purchaseFirst else { return "before" }
    return design.orderRequest == .separate ? "after, separate" : "after"
  }

  private func name(_ source: BindingRules.ItemSource) -> String {
    source == .latestOrder ? "latest order" : source.word
  }

  private func finish(_ design: Design) -> String {
    switch design.finish {
    case .onCallback: "on callback"
    case .afterSubmission: "submitted"
    case .afterVerification: "verified"
    }
  }
}
