#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests that simulate more cases when `.ci/nightly` runs them.
package enum Nightly {
  /// Whether the nightly run is active.
  package static var isOn: Bool { ProcessInfo.processInfo.environment["LOSTORDER_NIGHTLY"] != nil }
}
