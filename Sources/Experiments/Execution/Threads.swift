import CLibrary
import Synchronization

/// Threads of our own.
///
/// A shared pool decides how many threads a busy machine gets; a run has the workers it was told.
package enum Threads {
  /// What a thread does; a class, because a thread is started with an address.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Does the same work on several threads, one of which is the caller's, and waits for all. A
  /// machine that gives fewer threads does the work on fewer.
  static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    precondition(count > 0, "work needs a thread")
    let threads = (1..<count).compactMap { _ in start(body) }
    body()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Does pieces of work on several threads, each with a state of its own; what each found, in order.
  ///
  /// Of several cuts the one that comes first in the order of the pieces is thrown, whatever the threads.
  /// - Parameter count: how many pieces there are.
  /// - Parameter state: makes what a thread needs.
  /// - Parameter progress: called now and then, from any thread, with the share done.
  /// - Parameter isLast: whether no piece is begun any more after one; of those nothing is found.
  // Pieces take far longer than this loop: one copy serves every kind of piece and compiles once.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func each<State: ~Copyable, Found: Sendable>(
    of count: Int, workers: Int, _ state: @escaping @Sendable () -> State,
    progress: (@Sendable (Double) -> Void)? = nil,
    isLast: @escaping @Sendable (Found) -> Bool = { _ in false },
    _ find: @escaping @Sendable (inout State, Int) throws(Cut) -> Found
  ) throws(Cut) -> [Found?] {
    let first: (piece: Int, cut: Cut?) = (count, nil)
    let work = Mutex((next: 0, found: Array(repeating: Found?.none, count: count), first: first))
    run(max(1, min(workers, count))) {
      var state = state()
      while true {
        let piece = work.withLock { work in
          work.next += 1
          return work.next - 1
        }
        guard piece < count else { return }
        do throws(Cut) {
          let found = try find(&state, piece)
          let ends = isLast(found)
          work.withLock { work in
            work.found[piece] = found
            if ends { work.next = count }
          }
        } catch {
          return work.withLock { work in
            work.next = count
            if piece < work.first.piece { work.first = (piece, error) }
          }
        }
        progress?(Double(piece + 1) / Double(count))
      }
    }
    let (found, cut) = work.withLock { ($0.found, $0.first.cut) }
    if let cut { throw cut }
    return found
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(
      &thread, nil,
      {
        let address: UnsafeMutableRawPointer? = $0
        if let address { Unmanaged<Work>.fromOpaque(address).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    if code == 0 { return thread }
    work.release()
    return nil
  }
}
