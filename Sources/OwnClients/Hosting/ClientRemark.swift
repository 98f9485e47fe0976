/// What is noticed of a client that its team should know.
package enum ClientRemark: String, CaseIterable, Hashable, Sendable {
  /// It sleeps by the clock of the runtime, and not by that of the device.
  case sleepsByItself
  /// A task of a dead process went on and on: it swallows errors and does not look at `Task.isCancelled`.
  case outlivesItsProcess
  /// A client was not gone after the death of its process: something that outlives it holds it.
  case isKeptByItself
  /// Jobs go on without time passing.
  case goesOnWithoutTime
}
