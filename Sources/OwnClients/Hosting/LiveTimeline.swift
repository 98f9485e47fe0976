import CLibrary
import Synchronization

/// The timeline of a running simulation, recorded as it happens, so that a signal handler can write
/// it.
///
/// The memory is never freed or moved before the end, so that a handler finds the complete timeline
/// except for a line that is just being added.
package final class LiveTimeline: Sendable {
  private static let size = 1 << 20
  /// The address of ``size`` bytes.
  private let text = UInt(bitPattern: malloc(size))
  private let count = Atomic(0)

  package init() {}

  deinit { free(UnsafeMutableRawPointer(bitPattern: text)) }

  private static let key = pthread_key_t.another()

  /// The timeline of this thread's simulation; nil: it is not recorded.
  static var current: LiveTimeline? {
    pthread_getspecific(key).map { Unmanaged<LiveTimeline>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a simulation on this thread whose timeline is recorded here.
  package func record<Found>(_ body: () -> Found) -> Found {
    pthread_setspecific(LiveTimeline.key, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(LiveTimeline.key, nil) }
    return body()
  }

  /// Adds lines; if there is no room, the first half is dropped.
  package func add(_ lines: String) {
    guard let start = UnsafeMutableRawPointer(bitPattern: text) else { return }
    var lines = lines
    lines.withUTF8 { added in
      let size = LiveTimeline.size
      guard added.count <= size / 2, let first = added.baseAddress else { return }
      var old = count.load(ordering: .relaxed)
      if old + added.count > size {
        let kept = size / 2
        memmove(start, start + (old - kept), kept)
        old = kept
      }
      memcpy(start + old, first, added.count)
      count.store(old + added.count, ordering: .releasing)
    }
  }

  /// Writes the timeline to standard error; async-signal-safe.
  func dump() {
    guard let start = UnsafeRawPointer(bitPattern: text) else { return }
    _ = write(STDERR_FILENO, start, count.load(ordering: .acquiring))
  }
}
