import CLibrary
import Synchronization

/// The story of a life that is told while it is played, as far as it goes, where the handler of a signal can write it.
///
/// Nothing of it is freed or moved before its end, so that a handler finds it whole but for the line that is just
/// added.
package final class LifeStory: Sendable {
  private static let size = 1 << 20
  /// The address of ``size`` bytes.
  private let text = UInt(bitPattern: malloc(size))
  private let count = Atomic(0)

  package init() {}

  deinit { free(UnsafeMutableRawPointer(bitPattern: text)) }

  private static let key = pthread_key_t.another()

  /// Of the life that this thread plays; nil: it is not told.
  static var current: LifeStory? {
    pthread_getspecific(key).map { Unmanaged<LifeStory>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Does something in which this thread plays the life.
  package func whileTold<Found>(_ body: () -> Found) -> Found {
    pthread_setspecific(LifeStory.key, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(LifeStory.key, nil) }
    return body()
  }

  /// Adds lines; of a story that is too long the first half goes.
  package func add(_ lines: String) {
    guard let start = UnsafeMutableRawPointer(bitPattern: text) else { return }
    var lines = lines
    lines.withUTF8 { added in
      let size = LifeStory.size
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

  /// Writes it on standard error, with nothing that a handler of a signal may not do.
  func tell() {
    guard let start = UnsafeRawPointer(bitPattern: text) else { return }
    _ = write(STDERR_FILENO, start, count.load(ordering: .acquiring))
  }
}
