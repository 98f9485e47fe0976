package import PurchaseWorld

/// Set of log events, of clients and of the backend.
package struct EventSet: OptionSet, Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(_ event: LoggedEvent.Event) {
    rawValue =
      switch event {
      case .client(let event): 1 << UInt64(event.place)
      case .server(let event): 1 << UInt64(LogEvent.allCases.count + EventSet.place(of: event))
      }
  }

  private static func place(of event: BackendEvent) -> Int {
    Int(unsafeBitCast(event, to: UInt8.self))
  }

  static func of(_ events: LogEvent...) -> EventSet {
    events.reduce(into: []) { $0.formUnion(EventSet(.client($1))) }
  }

  static func of(_ events: BackendEvent...) -> EventSet {
    events.reduce(into: []) { $0.formUnion(EventSet(.server($1))) }
  }

  /// The events of the set, in the order of their declaration.
  package var events: [LoggedEvent.Event] {
    LoggedEvent.Event.allCases.filter { contains(EventSet($0)) }
  }

  static let allWithColumns = LoggedEvent.Event.allCases.reduce(into: EventSet()) {
    $0.formUnion(EventSet($1))
  }

  // Delivery tries, first tries and retries.
  static let starts = of(.verifyStart, .retryVerifyStart)
  static let retries = of(
    .retryVerifyStart, .retryVerifySucceed, .retryVerifyReject, .retryVerifyFail)
  static let successes = of(.verifySucceed, .retryVerifySucceed)
  static let rejections = of(.verifyReject, .retryVerifyReject)
  static let failures = of(.verifyFail, .retryVerifyFail)
  static let results: EventSet = [successes, rejections, failures]
}
