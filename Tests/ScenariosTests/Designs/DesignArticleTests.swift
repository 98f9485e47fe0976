import EventEngine
import Foundation
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Checks the article about the built-in designs against their declarations.
@Suite struct DesignArticleTests {
  @Test func `the first table of the article lists the built-in designs`() throws {
    let rows = try table("| design | from |")
    expectEqual(rows.map(\.[0]), BuiltInDesign.all.map { "`\($0.design.name)`" })
    for (row, design) in zip(rows, BuiltInDesign.all.map(\.design)) {
      expectEqual(row[2], order(design), "\(design.name)")
      expectEqual(row[3], (design.payload == .none ? "" : design.payload.word))
      let place = design.records.at.isEmpty ? "none" : design.records.place.word
      #expect(row[4].hasPrefix(place) || row[4].hasPrefix("as 1."), "\(design.name)")
      expectEqual(row[5], design.binding.itemSources.map(name).joined(separator: ", "))
      expectEqual(row[6], design.binding.accountSources.map(\.word).joined(separator: ", "))
      expectEqual(row[7], design.binding.unbound.word)
      expectEqual(row[8], finish(design))
      expectEqual(row[9], (design.observer == .purchase ? "first tap" : design.observer.word))
    }
  }

  @Test func `the second table of the article has the retries of the built-in designs`() throws {
    var rows: [String: [String]] = [:]
    for row in try table("| design | waits between tries |") {
      let names = row[0].components(separatedBy: ", ").map { $0.trimmingCharacters(in: ["`"]) }
      // The omitted part of a name is the same as in the first name of its row.
      let family = names[0].components(separatedBy: "-1.0")[0]
      for name in names {
        rows[name.hasPrefix("-") ? family + name : name] = row[1...3].enumerated().map {
          column, cell in
          cell.hasPrefix("as `") ? rows[String(cell.dropFirst(4).dropLast())]?[column] ?? "?" : cell
        }
      }
    }
    expectEqual(rows.keys.sorted(), BuiltInDesign.all.map(\.design.name).sorted())
    for design in BuiltInDesign.all.map(\.design) {
      let ending = design.retry.onExhaustion == .recoveryPage ? "recovery page" : "wait"
      let triggers = [
        (RetryRules.Triggers.launch, "launch"), (.foreground, "foreground"), (.network, "network"),
      ].filter { design.retry.resumeOn.contains($0.0) }.map(\.1).joined(separator: ", ")
      expectEqual(
        rows[design.name],
        [
          waits(design.retry), design.retry.repeatsLastDelay ? "" : ending,
          triggers.isEmpty ? "nothing" : triggers,
        ], "\(design.name)")
    }
  }

  /// The cells of the table with a heading.
  private func table(_ heading: String) throws -> [[String]] {
    let article = try String(
      contentsOfFile: Shipped.root + "/Sources/PurchaseWorld/PurchaseWorld.docc/Designs.md",
      encoding: .utf8)
    let lines = article.components(separatedBy: "\n").drop { !$0.hasPrefix(heading) }
    return lines.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
      line.components(separatedBy: "|").dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The waits between tries, in the words of the article.
  private func waits(_ retry: RetryRules) -> String {
    let seconds = retry.delays.map { "\($0.microseconds / 1_000_000)" }
    guard let first = seconds.first else { return "none" }
    if retry.repeatsLastDelay, seconds.count == 1 { return "\(first) s for ever" }
    if Set(seconds).count == 1 { return "\(first) s \(seconds.count == 3 ? "three" : "ten") times" }
    return seconds.joined(separator: ", ") + " s"
      + (retry.repeatsLastDelay ? ", the last for ever" : "")
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
