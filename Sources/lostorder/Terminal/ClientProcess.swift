import CLibrary

/// Prepares the process for clients.
enum ClientProcess {
  /// Redirects everything that code writes to standard output to standard error.
  /// - Returns: the file descriptor with which the command still writes to standard output; the
  ///   descriptor of standard output itself if duplication fails.
  static func separateOutput() -> Int32 {
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0 else { return STDOUT_FILENO }
    guard dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return output }
    // Lines are flushed at once, so that none is lost if a client ends the process.
    #if canImport(Glibc)
      if let file = dlsym(nil, "stdout") {
        setvbuf(file.load(as: UnsafeMutablePointer<FILE>.self), nil, _IOLBF, 0)
      }
    #endif
    return output
  }

  /// The variable that the Swift runtime reads at the start of a process.
  private static let hashing = "SWIFT_DETERMINISTIC_HASHING"

  /// Makes the order of sets and dictionaries in clients the same in every process: restarts this
  /// one with deterministic hashing, unless it is already on. If that fails, the process continues
  /// without it; dependence on the order is then found by simulating twice.
  static func hashDeterministically() {
    guard getenv(hashing) == nil else { return }
    setenv(hashing, "1", 1)
    var arguments = CommandLine.arguments.map { strdup($0) }
    arguments.append(nil)
    #if os(Linux)
      execv("/proc/self/exe", arguments)
    #endif
    for argument in arguments { free(argument) }
  }
}
