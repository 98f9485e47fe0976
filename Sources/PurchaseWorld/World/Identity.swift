/// Names one of a kind by its number, in the order in which they came to be, from 0.
///
/// Each kind has a type of its own, so that nothing can be looked up in the table of another. What may
/// name nothing is optional.
package struct ID<Kind>: Hashable, Strideable, BitwiseCopyable, Sendable {
  /// Without a sign, so that to compare it with the number of rows is the whole check of a place.
  private let unsigned: UInt32

  /// The number, as it is told in traces.
  @inline(__always) package var number: Int32 { Int32(bitPattern: unsigned) }
  @inline(__always) package init(number: Int32) { unsigned = UInt32(bitPattern: number) }
  /// Names the one at a place in a table or a list.
  @inline(__always) package init(_ place: Int) { unsigned = UInt32(truncatingIfNeeded: place) }
  /// The number as a place in a table or a list.
  @inline(__always) package var place: Int { Int(unsigned) }
  @inline(__always) package func distance(to other: ID) -> Int { other.place - place }
  @inline(__always) package func advanced(by count: Int) -> ID { ID(place + count) }

  @inline(__always)
  package static func < (left: ID, right: ID) -> Bool { left.unsigned < right.unsigned }

  @inline(__always)
  package static func == (left: ID, right: ID) -> Bool { left.unsigned == right.unsigned }
}

/// What identities name.
package enum Kind {
  package enum Item {}
  package enum Product {}
  package enum Account {}
  package enum Intent {}
  package enum Tap {}
  package enum Process {}
  package enum Transaction {}
  package enum Charge {}
  package enum Flow {}
  package enum Record {}
  package enum Task {}
  package enum Request {}
  package enum Order {}
  package enum Planned {}
}

package typealias ItemID = ID<Kind.Item>
package typealias ProductID = ID<Kind.Product>
/// Who is logged in, or the device while nobody is (C10).
package typealias AccountID = ID<Kind.Account>
/// A wish of the user.
package typealias IntentID = ID<Kind.Intent>
/// A tap on Buy.
package typealias TapID = ID<Kind.Tap>
/// A process of the app; the first has number 1.
package typealias ProcessID = ID<Kind.Process>
/// A payment in the store.
package typealias TransactionID = ID<Kind.Transaction>
/// The transaction identifier of a charge: its place in the order of charging.
package typealias ChargeID = ID<Kind.Charge>
/// What the client holds of a tap until the payment.
package typealias FlowID = ID<Kind.Flow>
/// What the client remembers of a purchase.
package typealias RecordID = ID<Kind.Record>
/// The client's work on a delivery.
package typealias TaskID = ID<Kind.Task>
/// A question to the backend.
package typealias RequestID = ID<Kind.Request>
package typealias OrderID = ID<Kind.Order>
/// A fault of the user's plan.
package typealias PlannedID = ID<Kind.Planned>

extension AccountID {
  /// The account of whoever uses the device, and to which a guest logs in.
  package static var own: AccountID { AccountID(0) }
  /// The account of the first device; every new device has an identifier of its own (C10, D2).
  package static var device: AccountID { AccountID(1_000) }

  /// Whether it stands for a device, because nobody is logged in (C10).
  @inline(__always) package var isDevice: Bool { self >= .device }
}
