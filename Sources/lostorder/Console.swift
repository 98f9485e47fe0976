#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the command's words go: results to standard output, all else to standard error.
struct Console: Sendable {
  /// Takes text for standard output.
  var print: @Sendable (String) -> Void
  /// Takes text for standard error.
  var complain: @Sendable (String) -> Void
  /// Whether standard output shows colours.
  var hasColor: Bool
  /// Whether somebody watches standard error, so that progress is worth showing.
  var showsProgress: Bool

  /// The console of this process.
  static var standard: Console {
    let isPlain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? false
    return Console(
      print: { Console.write($0, to: STDOUT_FILENO) },
      complain: { Console.write($0, to: STDERR_FILENO) },
      hasColor: isatty(STDOUT_FILENO) == 1 && !isPlain && !isDumb,
      showsProgress: isatty(STDERR_FILENO) == 1 && !isDumb)
  }

  /// Writes all of a text; a reader that has gone away ends the process (SIGPIPE).
  private static func write(_ text: String, to file: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        #if canImport(Glibc)
          let written = Glibc.write(file, start, rest.count)
        #elseif canImport(Musl)
          let written = Musl.write(file, start, rest.count)
        #else
          let written = Darwin.write(file, start, rest.count)
        #endif
        if written < 0 {
          if errno == EINTR { continue }
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      }
    }
  }
}
