import Foundation
import TestSupport
import Testing

/// The separation of the parts of a simulated world that the compiler does not check: a part's files
/// use no other part's state, and the client never accesses the intent of a payment or its outcome.
@Suite struct WallTests {
  /// The state of each part, by the folder of its rules.
  static let parts = [
    "User": "user", "Device": "device", "App": "client", "Link": "link", "Backend": "backend",
    "Faults": "faultInjector", "Judgement": "judge", "Stores": "store",
  ]

  @Test(arguments: parts.keys.sorted())
  func `the files of a part use no other part's state`(folder: String) throws {
    let files = try PackageFiles.list(below: "Sources/PurchaseWorld/\(folder)", ending: ".swift")
    #expect(!files.isEmpty)
    for file in files {
      let text = try PackageFiles.text(file)
      #expect(!text.contains("extension World"), "\(file) reaches everything")
      for (other, state) in WallTests.parts where other != folder {
        let access = try Regex("(^|[^.\\w]|self\\.)\(state)\\.[a-z]")
        let lines = text.split(separator: "\n").filter {
          !$0.drop { $0 == " " }.hasPrefix("///") && $0.contains(access)
        }
        expectEqual(lines, [], "\(file) names \(state)")
      }
    }
  }

  @Test func `the client accesses no intents of users and no outcomes`() throws {
    for file in try PackageFiles.list(below: "Sources/PurchaseWorld/App", ending: ".swift") {
      let text = try PackageFiles.text(file)
      for word in ["IntentID", "Outcome", "ChargeStatus", "LossKind", "IntentState", "Judged"] {
        #expect(!text.contains(word), "\(file) names \(word)")
      }
    }
  }

  @Test func `the wiring changes no part's state`() throws {
    let states = WallTests.parts.values.sorted().joined(separator: "|")
    let change = try Regex("^ *(\(states))\\.\\S.* [-+|]?= ")
    let lines = try PackageFiles.text("Sources/PurchaseWorld/World/World+Wires.swift")
      .split(separator: "\n").filter { $0.contains(change) }
    expectEqual(lines, [])
  }

  @Test func `the world with its wiring has fewer than 400 lines`() throws {
    let files = ["World/World.swift", "World/World+Wires.swift", "World/World+Settled.swift"]
    let lines = try files.map {
      try PackageFiles.text("Sources/PurchaseWorld/\($0)").count { $0 == "\n" }
    }
    #expect(lines.reduce(0, +) < 400)
  }
}
