package import PurchaseWorld

/// Set of log events, of clients and of the backend.
package struct LogEventSet: OptionSet, Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(_ event: LogEntry.Event) {
    rawValue =
      switch event {
      case .client(let event): 1 << UInt64(event.index)
      case .server(let event):
        1 << UInt64(ClientLogEvent.allCases.count + Int(unsafeBitCast(event, to: UInt8.self)))
      }
  }

  static func of(_ events: ClientLogEvent...) -> LogEventSet {
    events.reduce(into: []) { $0.formUnion(LogEventSet(.client($1))) }
  }

  static func of(_ events: BackendEvent...) -> LogEventSet {
    events.reduce(into: []) { $0.formUnion(LogEventSet(.server($1))) }
  }

  /// The events of the set, in the order of their declaration.
  package var events: [LogEntry.Event] { LogEntry.Event.allCases.filter { contains(Self($0)) } }

  static let allWithColumns = LogEventSet(LogEntry.Event.allCases.map { LogEventSet($0) })

  // Delivery tries, first tries and retries.
  static let starts = of(.verifyStart, .retryVerifyStart)
  static let retries = of(
    .retryVerifyStart, .retryVerifySucceed, .retryVerifyReject, .retryVerifyFail)
  static let successes = of(.verifySucceed, .retryVerifySucceed)
  static let rejections = of(.verifyReject, .retryVerifyReject)
  static let failures = of(.verifyFail, .retryVerifyFail)
  static let results: LogEventSet = [successes, rejections, failures]
}
