/// Stores a large value behind one reference, so that a copy of its owner copies only the
/// reference.
///
/// A read copies the value: read it once, not once per user. A change copies it if another owner
/// refers to it. Without this wrapper the compiler expands each copy of a scenario into about a
/// hundred retains: the module Experiments took 108 s of processor time instead of 88 s to compile.
@propertyWrapper package struct CopyOnWrite<Value: Sendable>: Sendable {
  private final class Storage: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  package init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  package var wrappedValue: Value {
    get { storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}
