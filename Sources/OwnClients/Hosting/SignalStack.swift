import CLibrary

/// A stack of its own for the handlers of signals of a thread: one whose client calls itself without end has no
/// other left to tell it.
enum SignalStack {
  /// Handlers write a few lines.
  private static let size = 1 << 16

  /// Gives it back at the end of a thread.
  private static let key = pthread_key_t.another { address in
    var none = stack_t()
    none.ss_flags = Int32(SS_DISABLE)
    sigaltstack(&none, nil)
    free(address)
  }

  /// Gives this thread one, unless it has one.
  static func give() {
    var old = stack_t()
    guard sigaltstack(nil, &old) == 0, old.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    var new = stack_t()
    (new.ss_sp, new.ss_size) = (malloc(size), Int(size))
    guard new.ss_sp != nil, sigaltstack(&new, nil) == 0 else { return free(new.ss_sp) }
    pthread_setspecific(key, new.ss_sp)
  }
}
