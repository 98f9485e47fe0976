import EventEngine
import Experiments
import TestSupport
import Testing

@Suite("Delivery times") struct DeliveryTimesTests {
  @Test("buckets cover a hundred years without a gap")
  func buckets() {
    var next: Int64 = 0
    let last = DeliveryTimes.bucket(of: .longest)
    for bucket in 0...last where bucket < last {
      let times = DeliveryTimes.times(in: bucket)
      expectEqual(times.lowerBound.microseconds, next)
      expectEqual(DeliveryTimes.bucket(of: times.lowerBound), bucket)
      expectEqual(DeliveryTimes.bucket(of: times.upperBound), bucket)
      next = times.upperBound.microseconds + 1
    }
    expectEqual(last, 2_969)
  }

  @Test("the width of a bucket is at most 1/64 of its times")
  func width() {
    for bucket in stride(from: 1, to: 2_900, by: 7) {
      let times = DeliveryTimes.times(in: bucket)
      let width = times.upperBound.microseconds - times.lowerBound.microseconds
      #expect(width * 64 <= times.lowerBound.microseconds)
    }
  }

  @Test("ranks go through the buckets in order, and undelivered charges come last")
  func ranks() throws {
    var times = DeliveryTimes()
    for delay in [Delay.seconds(5), nil, .seconds(1), .seconds(3), nil] { times.add(delay) }
    #expect(times.count == 5 && times.undelivered == 2)
    #expect(try #require(times.times(ofRank: 1)).contains(.seconds(1)))
    #expect(try #require(times.times(ofRank: 2)).contains(.seconds(3)))
    #expect(try #require(times.times(ofRank: 3)).contains(.seconds(5)))
    #expect(times.times(ofRank: 4) == nil && times.times(ofRank: 5) == nil)
  }

  @Test("a quantile among lost charges is infinite, and so is its upper limit")
  func never() throws {
    var times = DeliveryTimes()
    for _ in 0..<98 { times.add(.seconds(1)) }
    for _ in 0..<2 { times.add(nil) }
    let median = Quantile(0.5, of: times, effective: 100)
    #expect(try abs(#require(median.time).seconds - 1) < 1.0 / 64)
    #expect(try #require(median.low) <= .seconds(1) && #require(median.high) >= .seconds(1))
    let tail = Quantile(0.99, of: times, effective: 100)
    #expect(tail.time == nil && tail.high == nil)
    expectEqual(tail.estimate.value, .infinity)
  }

  @Test("with few charges, a quantile has no limit where its rank is outside the sample")
  func fewCharges() throws {
    var times = DeliveryTimes()
    for seconds in 1...10 { times.add(.seconds(Int64(seconds))) }
    let tail = Quantile(0.99, of: times, effective: 10)
    #expect(try #require(tail.time) > .seconds(9))
    #expect(tail.high == nil)
    let start = Quantile(0.05, of: times, effective: 10)
    expectEqual(start.low, .zero)
    #expect(try #require(start.high) < .seconds(9))
    let exact = Quantile(0.99, of: times, effective: nil)
    #expect(try #require(exact.high) < .seconds(11) && #require(exact.low) > .seconds(9))
  }
}
