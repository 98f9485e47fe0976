internal import EventEngine

/// What hosts the link between device and backend: its state, and whom it brings what. It reads no
/// message, and knows no wish.
protocol LinkHost: OutsideHost, ~Copyable {
  var link: Link { get set }

  // The device.
  var livingProcess: ProcessID? { get }
  var process: ProcessID { get }
  var session: AccountID { get }
  /// The link is up again (D3, D5).
  mutating func learnOfLink()

  // The client.
  mutating func hear(
    _ answer: Answer, to asker: Request.Asker, of request: RequestID,
    alsoDelivered entries: ChargeSet)

  /// The question that a request asks of its luck, counted for the wish that it serves.
  mutating func nextDraw(for call: Call) -> RequestDraw
  /// A change of records is sent, or would be if the link were up.
  mutating func noteSentChange(_ call: Call)
  mutating func noteLostChange(_ call: Call)
}
