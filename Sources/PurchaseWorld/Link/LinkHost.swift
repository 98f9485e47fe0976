internal import EventEngine

/// What hosts the link between device and backend: its state, and whom it brings what. It reads no
/// message, and knows no wish.
protocol LinkHost: OutsideHost, ~Copyable {
  var link: Link { get set }

  // The device.
  /// The process that runs now; what arrives for another is discarded (D1).
  var livingProcess: ProcessID? { get }
  var process: ProcessID { get }
  /// The account under which a request is sent (B2).
  var session: AccountID { get }
  /// The link is up again (D3, D5).
  mutating func learnOfLink()

  // The client.
  /// An answer has reached the process that asked, or its timeout has.
  mutating func hear(
    _ answer: Answer, to asker: Request.Asker, of request: RequestID,
    alsoDelivered entries: ChargeSet)

  /// The question that a request asks of its luck, counted for the wish that it serves.
  mutating func nextDraw(for call: Call) -> RequestDraw
  /// A change of records is sent, or would be if the link were up.
  mutating func noteSentChange(_ call: Call)
  /// A change of records could not be sent; it is not repeated (D3).
  mutating func noteLostChange(_ call: Call)
}
