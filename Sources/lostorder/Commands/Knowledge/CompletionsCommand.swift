import JSONText

/// `lostorder completions`: a script for a shell.
struct CompletionsCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    let word = arguments.operands[0]
    guard let shell = Completions.Shell(rawValue: word) else {
      let shells = Completions.Shell.allCases.map(\.rawValue).joined(separator: ", ")
      console.complain(
        "lostorder: there are no completions for \(word.quoted); expected one of \(shells)\n")
      return .usage
    }
    console.printAsIs(Completions.script(for: shell))
    return .holds
  }
}
