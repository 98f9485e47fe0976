/// A store of strings under keys; writes are immediate.
public protocol Storage: Sendable {
  /// The string under a key; nil if there is none.
  func get(_ key: String) -> String?
  /// Stores a string under a key; nil removes the key.
  func set(_ key: String, to value: String?)
  /// All keys, in ascending order.
  var keys: [String] { get }
}
