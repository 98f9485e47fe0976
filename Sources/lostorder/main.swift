#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

BugReport.install()
// A file that may not grow is a failure to write like any other, not the end of the process.
signal(SIGXFSZ, SIG_IGN)
// Nor is a reader who has gone away.
signal(SIGPIPE, SIG_IGN)
let code = Command(console: .standard).run(Array(CommandLine.arguments.dropFirst()))
exit(code.rawValue)
