import Scenarios
import TestSupport
import Testing

@Suite struct CopyOnWriteTests {
  private struct Owner { @CopyOnWrite var numbers = [1, 2] }

  @Test func `a change of one copy does not change the other`() {
    let first = Owner()
    var second = first
    second.numbers.append(3)
    var third = second
    third.numbers[0] = 9
    #expect(first.numbers == [1, 2] && second.numbers == [1, 2, 3] && third.numbers == [9, 2, 3])
  }

  @Test func `a value with one owner is changed in place`() {
    var owner = Owner()
    owner.numbers.reserveCapacity(100)
    let place = owner.numbers.withUnsafeBufferPointer { $0.baseAddress }
    for number in 0..<50 { owner.numbers.append(number) }
    expectEqual(owner.numbers.withUnsafeBufferPointer { $0.baseAddress }, place)
  }
}
