import CLibrary

/// Threads of our own.
///
/// A shared pool decides by itself how many threads a busy machine gets; a run has exactly the
/// workers that it was told to have.
enum Threads {
  /// What a thread does; a class, because a thread is started with an address.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Does the same work on several threads, one of which is the caller's, and waits for all.
  ///
  /// A machine that gives fewer threads does the work on fewer.
  static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    precondition(count > 0, "work needs a thread")
    let threads = (1..<count).compactMap { _ in start(body) }
    body()
    for thread in threads { pthread_join(thread, nil) }
  }

  #if canImport(Darwin)
    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
      let work = Unmanaged.passRetained(Work(body))
      var thread: pthread_t?
      let code = pthread_create(
        &thread, nil,
        {
          Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
      if code != 0 { work.release() }
      return thread
    }
  #else
    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
      let work = Unmanaged.passRetained(Work(body))
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        {
          if let address = $0 { Unmanaged<Work>.fromOpaque(address).takeRetainedValue().body() }
          return nil
        }, work.toOpaque())
      if code == 0 { return thread }
      work.release()
      return nil
    }
  #endif
}
