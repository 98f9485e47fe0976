import EventEngine
import JSONText
package import PurchaseWorld

/// The keys of `backend.capacity`.
package enum CapacityFields {
  package static let all: [Field<Capacity>] = [
    .integer("workers", 1...100_000, \.workers, "how many requests are worked on at a time (B11)"),
    .object("service", \.service, service, "how long a worker is taken by a request (B11)"),
    .integer("queue", 0...100_000_000, \.queue, "how many requests may wait for a worker (B12)"),
    Field("full", .word, \.full, "what becomes of a request that finds the queue full (B12)"),
    .object("normal", \.normal, normal, "what a queue is like when all is normal"),
  ]

  package static let service: [Field<Capacity.Service>] = [
    .distribution("verify", \.verify, "by a `verify`; 0s: it needs no worker"),
    .distribution("createOrder", \.createOrder, "by a `createOrder`; 0s: it needs no worker"),
  ]

  package static let normal: [Field<Capacity.Normal>] = [
    Field("wait", .duration, \.wait, "how long a request waits at most"),
    Field(
      "for", .durationAboveZero, \.lasts,
      "for how long none has waited longer or been refused before all is normal again"),
  ]
}

extension Form<Capacity> {
  static var capacity: Form {
    Form(
      .other("an object"),
      shape: .named("capacity", .object(KeySet(CapacityFields.all, Capacity())))
    ) { value in
      var capacity = Capacity()
      return value.read(CapacityFields.all, into: &capacity) ? capacity : nil
    }
  }
}
