package import PurchaseWorld
import Scenarios

/// What the current user met under every design: the orders that were charged and lost.
package struct Meetings: Sendable {
  /// What the user met under one design.
  struct Meeting: Sendable {
    var charges = 0
    /// How many of the charges count as lost.
    var lost = 0
    /// How the first lost charge ended.
    var fate = Fate.delivered
  }

  /// The number of the user.
  private(set) var user: UInt64 = 0
  /// The meetings, by design, unless ``alikeCharges`` says it all.
  private(set) var all: [Meeting]
  /// The charges under the design that was met first; nil before that.
  private var firstCharges: Int?
  /// Whether the designs met so far charged alike and lost nothing.
  private var isAlike = true

  /// Makes room for a number of designs.
  package init(designs: Int) { all = Array(repeating: Meeting(), count: designs) }

  /// The charges under each design, if all designs charged alike and lost nothing.
  var alikeCharges: Int? { isAlike ? firstCharges : nil }

  /// Notes a design under which the user lost nothing; designs come in their order.
  package mutating func add(charges: Int, design: Int, of user: UInt64) {
    add(Meeting(charges: charges), design, user)
  }

  /// Notes what became of the user under one design; designs come in their order.
  ///
  /// - Parameter count: the counts of `outcome` over all products.
  package mutating func add(_ outcome: Outcome, _ count: UserCount, design: Int, of user: UInt64) {
    var meeting = Meeting(charges: count.bases[Base.charges.rawValue])
    meeting.lost = count.rows[Share.lost.rawValue]
    if meeting.lost > 0 {
      guard let charge = outcome.charges.first(where: { $0.fate.countsAsLost }) else {
        preconditionFailure("a lost order that is counted is among the charges")
      }
      meeting.fate = charge.fate
    }
    add(meeting, design, user)
  }

  @inline(__always) private mutating func add(_ meeting: Meeting, _ design: Int, _ number: UInt64) {
    user = number
    let charges = firstCharges ?? meeting.charges
    firstCharges = charges
    // Most users are alike under every design, and one number says what all of them would.
    if isAlike && meeting.lost == 0 && meeting.charges == charges { return }
    if isAlike { writeDown(charges, before: design) }
    all[design] = meeting
  }

  /// Writes down the meetings with the designs before one, which were all alike.
  private mutating func writeDown(_ charges: Int, before design: Int) {
    isAlike = false
    for earlier in 0..<design { all[earlier] = Meeting(charges: charges) }
  }

  /// Forgets the user.
  package mutating func reset() {
    firstCharges = nil
    isAlike = true
  }
}
