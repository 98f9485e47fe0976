import Foundation
import TestSupport
import Testing

/// `lostorder attribute` from end to end.
@Suite("Attribute") struct AttributeTests {
  @Test("1, 2 and 7 workers give identical bytes, the same as a second process")
  func determinism() throws {
    let folder = try Scratch()
    var endings: [(output: String, file: Data)] = []
    for (turn, workers) in ["1", "1", "2", "7"].enumerated() {
      let ending = try Command.run(
        "attribute", "scenarios/ordering.json", "--users", "900", "--workers", workers, "--from",
        "purchase-first-record", "--out", folder.path + "/\(turn)")
      #expect(ending.errors == "" && ending.code == 0)
      endings.append((ending.output, try folder.bytes("\(turn)/ordering/attribution.json")))
    }
    for ending in endings.dropFirst() {
      expectEqual(ending.output, endings[0].output)
      expectEqual(ending.file, endings[0].file)
    }
    #expect(endings[0].file.count > 1_000)
  }

  @Test("the replayed user lost an order under that design")
  func replay() throws {
    let folder = try Scratch()
    let ending = try Command.run(
      "attribute", "scenarios/ordering.json", "--users", "2000", "--design",
      "purchase-first-payload", "--to", "order-first-payload", "--out", folder.path)
    #expect(!ending.output.contains("order-first-latest"))
    let line = try #require(
      ending.output.split(separator: "\n").first { $0.hasPrefix("  replay: lostorder ") })
    #expect(line.contains(" --design purchase-first-payload --seed 7 --user "))
    let words = line.dropFirst("  replay: lostorder ".count)
    let trace = try Executable.run(String(words), shell: "exec \"$0\" $1")
    #expect(trace.code == 0 && trace.output.contains(": lost, "))
  }

  @Test("a case has causes and shares without intervals")
  func ofCase() throws {
    let folder = try Scratch()
    let ending = try Command.run(
      "attribute", "scenarios/cases/F1.json", "--design", "naive", "--from", "zero-loss-1.0",
      "--to", "zero-loss-1.2", "--out", folder.path)
    #expect(ending.code == 0 && ending.output.contains("naive: 1 of 1 charge lost\n"))
    #expect(ending.output.contains("\n  crash [0]        1      1       0\n"))
    #expect(!ending.output.contains("±") && !ending.output.contains("interval"))
    #expect(try folder.list("F1") == ["attribution.csv", "attribution.html", "attribution.json"])
  }

  @Test("a file with two designs compares them, and a single design is not compared")
  func defaults() throws {
    let (folder, two) = try Scratch.with(
      #"{ "name": "two", "users": 50, "designs": ["naive", "ledger"] }"#, "two.json")
    let found = try Command.run("attribute", two, "--quiet", "--out", folder.path)
    #expect(found.output.contains("\neffect of each axis from naive to ledger\n"))
    let back = try Command.run(
      "attribute", two, "--quiet", "--from", "ledger", "--out", folder.path)
    #expect(back.output.contains("\neffect of each axis from ledger to naive\n"))
    let one = try folder.write(#"{ "name": "one", "users": 50, "designs": ["naive"] }"#, "one.json")
    let alone = try Command.run("attribute", one, "--quiet", "--out", folder.path)
    #expect(alone.code == 0 && !alone.output.contains("axis"))
    let json = try folder.text("one/attribution.json")
    #expect(json.hasSuffix("\"axes\": null\n}\n"))
  }

  @Test("unknown and repeated design names are rejected before the simulation")
  func refusals() throws {
    let folder = try Scratch()
    let file = "scenarios/ordering.json"
    let unknown = try Command.run(
      "attribute", file, "--to", "order-first-recod", "--out", folder.path)
    unknown.expectErrors(
      "lostorder: the scenario has no design 'order-first-recod'; expected"
        + " purchase-first-product, purchase-first-record, purchase-first-payload,"
        + " purchase-first-both, order-first-record, order-first-payload, order-first-both or"
        + " order-first-latest; did you mean 'order-first-record'?\n", code: 64, output: "")
    let same = try Command.run(
      "attribute", file, "--to", "purchase-first-product", "--out", folder.path)
    same.expectErrors(
      "lostorder: --from and --to are the same design, 'purchase-first-product';"
        + " expected two designs\n", code: 64)
    #expect(try Command.run("attribute", "none.json", "--out", folder.path).code == 65)
    #expect(try folder.list("") == [])
  }

  @Test("unstable shares because of an unfilled source suggest --tied")
  func tied() throws {
    let folder = try Scratch()
    let run = { (from: String, to: String, tied: [String]) in
      try Executable.run(
        folder.path,
        shell: "exec \"$0\" attribute scenarios/field.json --users 300 --quiet --from \(from)"
          + " --to \(to) --out \"$1\" \(tied.joined())"
      ).output
    }
    #expect(try run("naive", "keep-3", []).contains("--tied switches such axes together"))
    let tied = try run("naive", "keep-3", ["--tied"])
    #expect(tied.contains("\n+ records.at ") && !tied.contains("--tied"))
    #expect(try !run("zero-loss-1.0", "zero-loss-1.2", []).contains("--tied"))
  }

  @Test("unwritable results end with 74 before the simulation")
  func unwritable() throws {
    let ending = try Command.run("attribute", "scenarios/ordering.json", "--out", "/dev/null/x")
    ending.expectErrors(
      "lostorder: cannot write results: folder '/dev/null/x': not a directory\n", code: 74,
      output: "")
  }
}
