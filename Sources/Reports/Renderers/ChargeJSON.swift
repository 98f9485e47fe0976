import PurchaseWorld
import Scenarios

/// An actual or expected ending of a charge as JSON.
enum ChargeJSON {
  static let members: [Member<CaseChargeResult, CaseChargeResult>] = [
    .word("outcome") { $0.outcome }.readWord(CaseChargeResult.Outcome.self) { $1.outcome = $0 },
    .word("kind") { $0.kind }.optional.readWord(CaseChargeResult.Kind.self) { $1.kind = $0 },
    .word("dropPoint") { $0.dropPoint }.optional.readWord(DropPoint.self) { $1.dropPoint = $0 },
  ]
}

extension Member where Target == CaseChargeResult {
  /// The same member, read as a word of a type.
  fileprivate func readWord<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ type: Word.Type, _ take: @escaping @Sendable (Word, inout Target) -> Void
  ) -> Member {
    read(.choice(type.allCases.map(\.rawValue))) { value, charge in
      if let word = value.choice(of: type) { take(word, &charge) }
    }
  }
}
