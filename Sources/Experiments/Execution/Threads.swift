import CLibrary
import Synchronization

/// Dedicated threads.
///
/// A shared pool limits the number of threads on a busy machine; a run uses the requested number.
package enum Threads {
  /// The work of a thread; a class, because a thread is started with an address.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs the same closure on several threads, including the caller's, and waits for all. If the
  /// machine provides fewer threads, fewer run.
  package static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    precondition(count > 0, "work needs at least one thread")
    let threads = (1..<count).compactMap { _ in start(body) }
    body()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Processes pieces on several threads, each with its own state; returns results in order.
  ///
  /// If several pieces throw, the error of the first piece is thrown, independent of the threads.
  /// - Parameter count: the number of pieces.
  /// - Parameter state: creates the state of a thread.
  /// - Parameter progress: called from any thread with the completed fraction (0 to 1).
  /// - Parameter isLast: whether a result ends the work; pieces not yet started stay nil.
  // Pieces take far longer than this loop: one copy serves every kind of piece and compiles once.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func each<State: ~Copyable, PieceResult: Sendable>(
    of count: Int, workers: Int, _ state: @escaping @Sendable () -> State,
    progress: (@Sendable (Double) -> Void)? = nil,
    isLast: @escaping @Sendable (PieceResult) -> Bool = { _ in false },
    _ find: @escaping @Sendable (inout State, Int) throws(Interruption) -> PieceResult
  ) throws(Interruption) -> [PieceResult?] {
    let first: (piece: Int, interruption: Interruption?) = (count, nil)
    let work = Mutex(
      (next: 0, found: Array(repeating: PieceResult?.none, count: count), first: first))
    run(max(1, min(workers, count))) {
      var state = state()
      while true {
        let piece = work.withLock { work in
          work.next += 1
          return work.next - 1
        }
        guard piece < count else { return }
        do throws(Interruption) {
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
    let (found, interruption) = work.withLock { ($0.found, $0.first.interruption) }
    if let interruption { throw interruption }
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
