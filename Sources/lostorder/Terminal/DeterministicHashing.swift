import CLibrary

/// Keeps sets and dictionaries of clients to one order in every process.
enum DeterministicHashing {
  /// What Swift's runtime reads when a process starts.
  private static let name = "SWIFT_DETERMINISTIC_HASHING"

  /// Begins the process anew with the order kept, unless it is kept already. Where that cannot be, it goes on as it is:
  /// what depends on an order is found by playing lives twice.
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
