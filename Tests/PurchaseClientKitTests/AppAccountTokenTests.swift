import Foundation
import PurchaseClientKit
import TestSupport
import Testing

/// The 128 bits of a UUID, against Foundation's.
@Suite struct AppAccountTokenTests {
  @Test func `a token is written and read as a UUID of Foundation`() throws {
    for _ in 0..<1_000 {
      let uuid = UUID()
      let token = try #require(AppAccountToken(uuid.uuidString))
      expectEqual(token.description, uuid.uuidString)
      expectEqual(AppAccountToken(uuid.uuidString.lowercased()), token)
    }
  }

  @Test(arguments: [
    "", "-", "0000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-00000000000G",
    "00000000000000000000000000000000", "00000000-0000-0000-0000-0000000000000",
  ])
  func `a text that is no UUID is no token`(text: String) { #expect(AppAccountToken(text) == nil) }
}
