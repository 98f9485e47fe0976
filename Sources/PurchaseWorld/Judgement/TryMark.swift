/// Which try of a payment a request belongs to. The client carries it and cannot read it: how often a
/// payment was tried in other processes is not for it to know.
struct TryMark: BitwiseCopyable {
  /// Which of all tries, from 1; 0 if it is none.
  fileprivate var number: Int32 = 0
  /// Whether it is a retry: by hand, or not the payment's first in the tap's process.
  fileprivate var isRetry = false

  /// What is asked for without a try.
  init() {}

  init(number: Int32, isRetry: Bool) { (self.number, self.isRetry) = (number, isRetry) }

  /// Which of all tries of its payment it is.
  static func number(_ mark: TryMark) -> Int { Int(mark.number) }
  /// Whether it is the first try of all.
  static func isFirst(_ mark: TryMark) -> Bool { mark.number == 1 }

  func add(to print: inout StateHasher) { print.add(number, Int32(isRetry ? 1 : 0)) }
}

/// What can be logged of a try (``LogEvent``).
enum TryMoment {
  case start
  case success
  case rejection
  case failure

  /// What is logged, which tells retries apart from first tries.
  func event(_ mark: TryMark) -> LogEvent {
    switch self {
    case .start: mark.isRetry ? .retryVerifyStart : .verifyStart
    case .success: mark.isRetry ? .retryVerifySucceed : .verifySucceed
    case .rejection: mark.isRetry ? .retryVerifyReject : .verifyReject
    case .failure: mark.isRetry ? .retryVerifyFail : .verifyFail
    }
  }
}
