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
let words = Array(CommandLine.arguments.dropFirst())
let console = Console.standard(Arguments.languageAsked(in: words))
let code = console.run(words)
exit((console.hasLostOutput() ? code.worse(.cannotWrite) : code).rawValue)
