import EventEngine
import JSONText
package import PurchaseWorld

/// The keys of `backend.capacity`.
package enum CapacityFields {
  package static let all: [Field<Capacity>] = [
    .integer(
      "workers", 1...100_000, \.workerCount,
      "the number of requests that are processed at the same time (B11)"),
    .object("service", \.serviceTimes, service, "how long a request occupies a worker (B11)"),
    .integer(
      "queue", 0...100_000_000, \.maxQueueLength,
      "the maximum number of requests that wait for a worker (B12)"),
    Field("full", .word, \.overflowRule, "what happens to a request when the queue is full (B12)"),
    .object(
      "normal", \.recoveryCriterion, recoveryCriterion,
      "the conditions under which a queue is normal"),
  ]

  package static let service: [Field<Capacity.ServiceTimes>] = [
    .distribution(
      "verify", \.verify,
      "the time that a `verify` request occupies a worker; with 0s it needs none"),
    .distribution(
      "createOrder", \.createOrder,
      "the time that a `createOrder` request occupies a worker; with 0s it needs none"),
  ]

  package static let recoveryCriterion: [Field<Capacity.RecoveryCriterion>] = [
    Field("wait", .duration, \.wait, "the maximum wait of a request"),
    Field(
      "for", .durationAboveZero, \.duration,
      "how long no request may exceed `wait` or be refused before the queue is normal again"),
  ]
}

extension ValueFormat<Capacity> {
  static var capacity: ValueFormat {
    ValueFormat(
      .other("an object"),
      shape: .named("capacity", .object(KeySet(CapacityFields.all, Capacity())))
    ) { $0.read(CapacityFields.all, Capacity()) }
  }
}
