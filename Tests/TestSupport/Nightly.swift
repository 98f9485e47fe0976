#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests that go through more of the same when `.ci/nightly` asks for it.
package enum Nightly {
  /// Whether more is asked for.
  package static var isOn: Bool { ProcessInfo.processInfo.environment["LOSTORDER_NIGHTLY"] != nil }
}
