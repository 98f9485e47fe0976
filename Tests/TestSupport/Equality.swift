/// Whether two values are equal, for `#expect`: a failure shows both, as with `==`, which takes the compiler five times
/// as long. The tests build in two thirds of the time.
package func equal<Value: Equatable>(_ actual: Value, _ expected: Value) -> Bool {
  actual == expected
}
