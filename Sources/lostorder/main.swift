import CLibrary

BugReport.install()
// A file that may not grow is a failure to write like any other, not the end of the process.
signal(SIGXFSZ, SIG_IGN)
// Nor is a reader who has gone away.
signal(SIGPIPE, SIG_IGN)
// A file must not get the number of a stream that is closed. Of what cannot be written writing says so.
for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
  _ = open("/dev/null", O_RDONLY)
}
let console = Console.standard
let code = console.run(Array(CommandLine.arguments.dropFirst()))
exit((console.hasLostOutput() ? code.worse(.cannotWrite) : code).rawValue)
