import CLibrary

/// An alternate stack for the signal handlers of a thread: after a stack overflow there is no other
/// stack left.
enum SignalStack {
  /// The size in bytes; handlers write only a few lines.
  private static let size = 1 << 16

  /// Frees the stack at the end of its thread.
  private static let key = pthread_key_t.another { address in
    var none = stack_t()
    none.ss_flags = Int32(SS_DISABLE)
    sigaltstack(&none, nil)
    free(address)
  }

  /// Installs an alternate stack for this thread, unless it has one.
  static func give() {
    var old = stack_t()
    guard sigaltstack(nil, &old) == 0, old.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    var new = stack_t()
    (new.ss_sp, new.ss_size) = (malloc(size), Int(size))
    guard new.ss_sp != nil, sigaltstack(&new, nil) == 0 else { return free(new.ss_sp) }
    pthread_setspecific(key, new.ss_sp)
  }
}
