/// A store of words under keys, written at once.
public protocol Storage: Sendable {
  /// The word under a key; nil if there is none.
  func get(_ key: String) -> String?
  /// Writes a word under a key; nil takes it out.
  func set(_ key: String, to value: String?)
  /// All keys, in ascending order.
  var keys: [String] { get }
}
