import ExampleClients
import Foundation
import LostOrder
import TestSupport
import Testing

/// `lostorder shrink --export`: a counterexample for a team's own tests, or for a tester with a device.
@Suite struct CaseExportTests {
  private static let lost = [
    "shrink", "scenarios/clients/clients.json", "--design", "zero-loss-1.0-client", "--users",
    "4000",
  ]

  private func shrink(_ options: String..., in folder: String = Executable.package) throws -> Ending
  {
    try Executable.runClients(list: Self.lost + options, in: folder)
  }

  @Test func `an exported test creates a client by its type if the type has one name`() throws {
    let ending = try Executable.runClients(
      "shrink", "scenarios/clients/clients.json", "--design", "keep-client", "--export", "swift")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(
      ending.output.contains(
        """
            // Guessed from the type; create 'keep' as in 'LostOrder.main'.
            client: { KeepClient(device: $0) })

        """), "\(ending.output)")
  }

  @Test func `an exported test has a placeholder for the client and replays the case`() throws {
    let ending = try shrink("--name", "wiped", "--export", "swift")
    #expect(ending.code == 0 && ending.errors == "")
    let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
    expectEqual(lines.prefix(3), ["import ExampleClients", "import LostOrder", "import Testing"])
    expectEqual(lines[5], "@Test func `wiped loses no order`() throws {")
    // Clients of two names have this type, and differ in values that the type does not show.
    #expect(ending.output.contains("\n    client: <#{ ZeroLossClient(device: $0) }#>)\n"))
    #expect(
      ending.output.contains("\n  #expect(outcome.lostOrderCount == 0, \"\\(outcome.story)\")\n"))
    // The case expects that the order is lost.
    #expect(!ending.output.contains("\"expect\""))
    // The text between the quotation marks is the case: nothing in it must be escaped.
    let text = try #require(ending.output.firstMatch(of: /"""\n(?s:(.*))"""/)).1
    let client = { (wipes: Bool) in
      try LostOrder.replay(
        scenario: String(text), client: { ZeroLossClient(device: $0, wipesOnFailure: wipes) })
    }
    #expect(try client(true).lostOrderCount == 1)
    #expect(try client(false).lostOrderCount == 0 && client(false).chargeCount == 1)
  }

  @Test func `a case of a client names the client and passes in run`() throws {
    let scratch = try Scratch()
    let shrunk = try shrink("--name", "wiped", "--out", scratch.path)
    expectEqual(shrunk.code, 0)
    #expect(shrunk.output.contains(#""client": "zero-loss-1.0""#))
    let run = try Executable.runClients("run", "wiped.json", "--quiet", in: scratch.path)
    expectEqual(run.output, "wiped: pass (expectations: 1 pass)\n", "\(run.errors)")
  }

  @Test func `an exported file is never overwritten`() throws {
    let scratch = try Scratch()
    let first = try shrink("--name", "wiped", "--export", "swift", "--out", scratch.path)
    let file = scratch.path + "/wiped.swift"
    expectEqual(first.code, 0)
    #expect(
      first.output.hasSuffix(
        """

        written: \(file); 'swift test' runs it
        the test creates the client from its type; change the line after 'client:' if 'zero-loss-1.0' is created in another way

        """))
    #expect(try scratch.list("") == ["wiped.swift"])
    let same = try shrink("--name", "wiped", "--export", "swift", "--out", scratch.path, "--quiet")
    #expect(same.code == 0 && same.output == "")
    try scratch.write("mine", "wiped.swift")
    let other = try shrink("--name", "wiped", "--export", "swift", "--out", scratch.path)
    other.expectErrors("lostorder: '\(file)' already exists and was not changed\n", code: 74)
    #expect(try scratch.bytes("wiped.swift") == Data("mine".utf8))
  }

  @Test func `a design without a client has no test, and the error names alternatives`() throws {
    let plain = try Command.run(
      "shrink", "scenarios/cases/F1.json", "--design", "naive", "--export", "swift")
    #expect(
      plain.errors == "lostorder: --export swift: design 'naive' has no client to test;"
        + " expected a design with 'client', or --export steps\n" && plain.code == 64)
    let beside = try Executable.runClients(
      "shrink", "scenarios/clients/clients.json", "--design", "keep-2", "--export", "swift")
    #expect(beside.errors.hasSuffix("; expected a design with 'client', such as 'keep-client'\n"))
  }

  @Test func `a script has numbered steps, tools and the expected observations`() throws {
    let ending = try Command.run(
      "shrink", "scenarios/cases/F3m.json", "--design", "zero-loss-1.0", "--name", "cleared",
      "--export", "steps")
    #expect(ending.code == 0 && ending.errors == "")
    expectEqual(ending.output, Self.script)
    let chinese = try Command.run(
      "shrink", "scenarios/cases/F3m.json", "--design", "zero-loss-1.0", "--name", "cleared",
      "--export", "steps", "--language", "zh")
    #expect(chinese.output.contains("\n 1. 打开 App\n"))
  }

  static let script = """
    cleared, steps for a tester with a device: StoreKit 1

    Needed: a device or simulator with StoreKit testing in Xcode, or with a sandbox account; a test backend, and an account in it.

     1. open the app
     2. 21s later: tap Buy for 'i2', which the store sells as 'p1'
     3. make the store interrupt the purchase and report it to the app as cancelled
          right after this event: store shows the payment sheet of T1
          with: StoreKit testing: interruptedPurchasesEnabled = true, then resolveIssueForTransaction(identifier:)
          or: a sandbox account with Interrupt Purchases (App Store Connect), then its terms accepted on the device
          and: a build that treats that failure as a cancel
     4. 5m later: complete the purchase in the store
     5. 2s later: check that the store has charged
          ✗ T2 is now lost: recordCleared
     6. before judging this, end the app, open it again, and wait some minutes

    Result, however often the app is opened:
      the purchase list of the store or the test backend shows the charge, but 'i2' is not in the app
      charge 1 (T2): lost, undelivered, drop point recordCleared
    Expected: everything that was paid for is there, in the account that paid, without a human's help.

    """
}
