import CLibrary

/// Makes the order of sets and dictionaries in clients the same in every process.
enum DeterministicHashing {
  /// The variable that the Swift runtime reads at the start of a process.
  private static let name = "SWIFT_DETERMINISTIC_HASHING"

  /// Restarts the process with deterministic hashing, unless it is already on. If that fails, the
  /// process continues without it; dependence on the order is then found by simulating twice.
  static func begin() {
    guard getenv(name) == nil else { return }
    setenv(name, "1", 1)
    var arguments = CommandLine.arguments.map { strdup($0) }
    arguments.append(nil)
    #if os(Linux)
      execv("/proc/self/exe", arguments)
    #endif
    for argument in arguments { free(argument) }
  }
}
