internal import EventEngine

/// The host of the link between device and backend: its state, and the recipients of messages. The
/// link reads no message and has no access to intents.
protocol LinkHost: OutsideHost, ~Copyable {
  var link: Link { get set }

  // The device.
  /// The process that runs now; messages for another are discarded (D1).
  var livingProcess: ProcessID? { get }
  var process: ProcessID { get }
  /// The account under which a request is sent (B2).
  var session: AccountID { get }
  /// The link is up again (D3, D5).
  mutating func learnOfLink()

  // The client.
  /// Passes an answer or a timeout to the process that sent the request.
  mutating func receive(
    _ answer: BackendAnswer, to asker: Request.Requester, of request: RequestID,
    alsoDelivered entries: ChargeSet)

  /// The draw of a request, counted for its intent.
  mutating func nextDraw(for call: BackendCall) -> RequestDraw
  /// A change of records is sent, or would be if the link were up.
  mutating func noteSentChange(_ call: BackendCall)
  /// A change of records could not be sent; there is no retry (D3).
  mutating func noteLostChange(_ call: BackendCall)
}
