#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

BugReport.install()
let code = Command(console: .standard).run(Array(CommandLine.arguments.dropFirst()))
exit(code.rawValue)
