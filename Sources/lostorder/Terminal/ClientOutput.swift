import CLibrary

/// Separates the output of clients from the output of the command.
enum ClientOutput {
  /// Redirects everything that code writes to standard output to standard error.
  /// - Returns: the file descriptor with which the command still writes to standard output; the
  ///   descriptor of standard output itself if duplication fails.
  static func separate() -> Int32 {
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
}
