/// A number that only runs with one backend for all users report (`backend.capacity`, B11).
package enum BackendMetric: String, CaseIterable, Sendable {
  /// The longest time, over the outages of the backend, until the queue was back to normal.
  case recoveryTime
  case waitP99, refusedRequestRate, wastedWorkRate, workPerCharge
  case overloadLostRate, overloadLostSaleRate

  var row: Metric.Row {
    switch self {
    case .recoveryTime:
      Metric.Row(
        rawValue, .time,
        "from the end of an outage until the queue of a shared backend is back to normal (B11)")
    case .waitP99:
      Metric.Row(
        rawValue, .time,
        "how long 99 % of requests at most wait for a worker of a shared backend (B11)")
    case .refusedRequestRate:
      Metric.Row(
        rawValue, .share, "the share of requests that find the queue of a shared backend full (B12)"
      )
    case .wastedWorkRate:
      Metric.Row(
        rawValue, .share,
        "the share of a shared backend's work whose answers come too late because of the wait (B11)"
      )
    case .workPerCharge:
      Metric.Row(rawValue, .time, "for how long a charge takes workers of a shared backend (B11)")
    case .overloadLostRate:
      Metric.Row(
        rawValue, .share,
        "the share of charges that were lost and met a shared backend's overload (B11, B12)")
    case .overloadLostSaleRate:
      Metric.Row(
        rawValue, .share,
        "the share of intents that wanted to pay, were never charged, and met a shared backend's"
          + " overload (B11, B12)")
    }
  }
}
