import CLibrary
import Synchronization

/// The story of the life that is told at the moment, as far as it goes, where the handler of a signal can write it.
///
/// One life is told at a time. Nothing of it is freed or moved, so that a handler finds it whole but for the line that
/// is just added.
package enum LifeStory {
  private static let size = 1 << 20
  /// The address of ``size`` bytes; 0 until a life is told.
  private static let text = Atomic<UInt>(0)
  private static let count = Atomic<Int>(0)

  /// Begins with no line, or ends: then there is nothing to write.
  package static func clear() { count.store(0, ordering: .releasing) }

  /// Adds lines; of a story that is too long the first half goes.
  package static func add(_ lines: String) {
    if text.load(ordering: .relaxed) == 0 {
      text.store(UInt(bitPattern: malloc(size)), ordering: .releasing)
    }
    guard let start = UnsafeMutableRawPointer(bitPattern: text.load(ordering: .relaxed)) else {
      return
    }
    var lines = lines
    lines.withUTF8 { added in
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
  static func tell() {
    guard let start = UnsafeRawPointer(bitPattern: text.load(ordering: .acquiring)) else { return }
    _ = write(STDERR_FILENO, start, count.load(ordering: .acquiring))
  }
}
