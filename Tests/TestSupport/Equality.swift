package import Testing

/// Expects two values to be equal; a failure shows both. `#expect(a == b)` takes the compiler many times as long, and
/// the tests have thousands of these.
package func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if actual == expected { return }
  let more = comment().map { ": " + $0.rawValue } ?? ""
  Issue.record(
    "\(actual) is not \(expected)\(more)",
    sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
