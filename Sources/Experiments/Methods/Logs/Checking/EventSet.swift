package import PurchaseWorld

/// Events of a log, of clients and of the backend.
package struct EventSet: OptionSet, Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(_ event: LoggedMoment.Event) {
    rawValue =
      switch event {
      case .client(let event): 1 << UInt64(event.place)
      case .server(let event): 1 << UInt64(LogEvent.allCases.count + EventSet.place(of: event))
      }
  }

  private static func place(of event: ServerEvent) -> Int {
    Int(unsafeBitCast(event, to: UInt8.self))
  }

  static func of(_ events: LogEvent...) -> EventSet {
    events.reduce(into: []) { $0.formUnion(EventSet(.client($1))) }
  }

  static func of(_ events: ServerEvent...) -> EventSet {
    events.reduce(into: []) { $0.formUnion(EventSet(.server($1))) }
  }

  /// All of them, in the order in which they are declared.
  package var events: [LoggedMoment.Event] {
    LoggedMoment.Event.allCases.filter { contains(EventSet($0)) }
  }

  static let everything = LoggedMoment.Event.allCases.reduce(into: EventSet()) {
    $0.formUnion(EventSet($1))
  }

  // Tries, the first and later ones.
  static let starts = of(.verifyStart, .retryVerifyStart)
  static let retries = of(
    .retryVerifyStart, .retryVerifySucceed, .retryVerifyReject, .retryVerifyFail)
  static let successes = of(.verifySucceed, .retryVerifySucceed)
  static let rejections = of(.verifyReject, .retryVerifyReject)
  static let failures = of(.verifyFail, .retryVerifyFail)
  static let results: EventSet = [successes, rejections, failures]
}
