import Synchronization
import TestSupport
import Testing

/// The function that most expectations of all tests use.
@Suite struct EqualityTests {
  @Test func `values are equal only if they are the same`() {
    expectEqual([1, 2], [1, 2])
    expectEqual(Int?.none, nil)
    let reported = Mutex<[String]>([])
    withKnownIssue {
      expectEqual([1, 2], [2, 1])
      expectEqual(Int?.some(0), nil, "an optional")
      expectEqual(Double.nan, .nan)
    } matching: { issue in
      let line = issue.sourceLocation?.line ?? 0
      reported.withLock { $0.append("\(line) \(issue.comments.map(\.rawValue))") }
      return true
    }
    #expect(
      reported.withLock(\.self) == [
        #"12 ["[1, 2] is not [2, 1]"]"#, #"13 ["0 is not nil: an optional"]"#,
        #"14 ["nan is not nan"]"#,
      ])
  }
}
