/// The number of an object among those of its kind, in order of creation, from 0.
///
/// Each kind has its own type, so that an identity cannot be used in the table of another kind.
package struct ID<Kind>: Hashable, Strideable, BitwiseCopyable, Sendable {
  /// Unsigned, so that one comparison with the number of rows checks an index completely.
  private let unsigned: UInt32

  /// The number as shown in traces.
  @inline(__always) package var number: Int32 { Int32(bitPattern: unsigned) }
  @inline(__always) package init(number: Int32) { unsigned = UInt32(bitPattern: number) }
  /// Creates the identity at an index of a table or a list.
  @inline(__always) package init(_ place: Int) { unsigned = UInt32(truncatingIfNeeded: place) }
  /// The index in a table or a list.
  @inline(__always) package var index: Int { Int(unsigned) }
  @inline(__always) package func distance(to other: ID) -> Int { other.index - index }
  @inline(__always) package func advanced(by count: Int) -> ID { ID(index + count) }

  @inline(__always)
  package static func < (left: ID, right: ID) -> Bool { left.unsigned < right.unsigned }

  @inline(__always)
  package static func == (left: ID, right: ID) -> Bool { left.unsigned == right.unsigned }
}

/// The kinds of objects that have identities.
package enum EntityKind {
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
  package enum PlannedFault {}
}

package typealias ItemID = ID<EntityKind.Item>
package typealias ProductID = ID<EntityKind.Product>
/// The account that is logged in, or the device while no account is (C10).
package typealias AccountID = ID<EntityKind.Account>
/// An intent of the user.
package typealias IntentID = ID<EntityKind.Intent>
/// A tap on Buy.
package typealias TapID = ID<EntityKind.Tap>
/// A process of the app; the first has number 1.
package typealias ProcessID = ID<EntityKind.Process>
/// The simulator's number of a payment, charged or not.
package typealias TransactionID = ID<EntityKind.Transaction>
/// The identifier that the store gives a transaction when it charges: its number among the charges.
package typealias ChargeID = ID<EntityKind.Charge>
/// The client's data about a tap until the payment.
package typealias FlowID = ID<EntityKind.Flow>
/// The client's stored data about a purchase.
package typealias RecordID = ID<EntityKind.Record>
/// The client's work on a delivery.
package typealias TaskID = ID<EntityKind.Task>
/// A request to the backend.
package typealias RequestID = ID<EntityKind.Request>
package typealias OrderID = ID<EntityKind.Order>
/// A fault of the user's plan.
package typealias PlannedFaultID = ID<EntityKind.PlannedFault>

extension AccountID {
  /// The account of the device's user, to which a guest logs in.
  package static var own: AccountID { AccountID(0) }
  /// The account of the first device; every new device has its own identifier (C10, D2).
  package static var device: AccountID { AccountID(1_000) }

  /// Whether the account stands for a device, because no user is logged in (C10).
  @inline(__always) package var isDevice: Bool { self >= .device }
}
