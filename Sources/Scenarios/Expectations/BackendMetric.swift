/// A metric of runs with a shared backend (`backend.capacity`, B11).
package enum BackendMetric: String, CaseIterable, Sendable {
  /// The longest time until the queue was normal again, over the outages of the backend.
  case recoveryTime
  case waitP99, refusedRequestRate, wastedWorkRate, workPerCharge
  case overloadLostRate, overloadLostSaleRate

  var row: Metric.Row { Metric.Row(rawValue, unit, meaning) }

  private var unit: Metric.Unit {
    switch self {
    case .recoveryTime, .waitP99, .workPerCharge: .time
    case .refusedRequestRate, .wastedWorkRate, .overloadLostRate, .overloadLostSaleRate: .share
    }
  }

  private var meaning: String {
    switch self {
    case .recoveryTime:
      "the time from the end of an outage until a shared backend's queue is normal again (B11)"
    case .waitP99:
      "the wait for a worker of a shared backend that 99 % of requests do not exceed (B11)"
    case .refusedRequestRate:
      "the share of requests that find the queue of a shared backend full (B12)"
    case .wastedWorkRate:
      "the share of a shared backend's work whose answers are too late because of the wait (B11)"
    case .workPerCharge: "the worker time of a shared backend per charge (B11)"
    case .overloadLostRate:
      "the share of charges that were lost and experienced a shared backend's overload (B11, B12)"
    case .overloadLostSaleRate:
      "the share of intents to pay that were never charged and experienced a shared backend's"
        + " overload (B11, B12)"
    }
  }
}
