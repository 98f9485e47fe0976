import Testing
import TestSupport

/// What most expectations of all tests rest on.
@Suite struct EqualityTests {
  @Test func `values are equal only if they are the same`() {
    #expect(equal([1, 2], [1, 2]) && equal(Int?.none, nil))
    #expect(!equal([1, 2], [2, 1]) && !equal(Int?.some(0), nil) && !equal(Double.nan, .nan))
  }
}
