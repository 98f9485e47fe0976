/// The number of a request's try, which the client passes on and cannot read.
struct TryMark: BitwiseCopyable {
  /// The number among all tries, from 1; 0 for none.
  fileprivate var number: Int32 = 0
  /// Whether it is a retry: by hand, or not the payment's first in the tap's process.
  fileprivate var isRetry = false

  init() {}

  init(number: Int32, isRetry: Bool) { (self.number, self.isRetry) = (number, isRetry) }

  static func number(_ mark: TryMark) -> Int { Int(mark.number) }
  static func isFirst(_ mark: TryMark) -> Bool { mark.number == 1 }

  func add(to print: inout StateHasher) { print.add(number, Int32(isRetry ? 1 : 0)) }
}

/// The events of a try that can be logged (``ClientLogEvent``).
enum TryMoment {
  case start
  case success
  case rejection
  case failure

  /// The logged event, which separates retries from first tries.
  func event(_ mark: TryMark) -> ClientLogEvent {
    switch self {
    case .start: mark.isRetry ? .retryVerifyStart : .verifyStart
    case .success: mark.isRetry ? .retryVerifySucceed : .verifySucceed
    case .rejection: mark.isRetry ? .retryVerifyReject : .verifyReject
    case .failure: mark.isRetry ? .retryVerifyFail : .verifyFail
    }
  }
}
