import CLibrary

/// Keeps what clients print apart from the output of the command.
enum ClientOutput {
  /// Sends everything that any code writes to standard output to standard error from now on.
  /// - Returns: the number under which the command still writes to standard output; where there is no other, that of
  ///   standard output itself.
  static func separate() -> Int32 {
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0 else { return STDOUT_FILENO }
    guard dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return output }
    // A line is there when it is printed, as on a terminal, so that it is not lost where a client ends the process.
    #if canImport(Glibc)
      if let file = dlsym(nil, "stdout") {
        setvbuf(file.load(as: UnsafeMutablePointer<FILE>.self), nil, _IOLBF, 0)
      }
    #endif
    return output
  }
}
