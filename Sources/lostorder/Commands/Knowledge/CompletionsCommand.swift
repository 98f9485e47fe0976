import JSONText

extension Subcommand {
  static let completions = Subcommand(
    "completions", "print a script by which a shell completes commands and options",
    takes: Operands(
      "SHELL", 1...1, .words { Completions.Shell.allCases.map(\.rawValue) },
      wanted: "a shell: bash, zsh or fish"),
    notes: [
      "bash:  source <(lostorder completions bash)",
      "zsh:   lostorder completions zsh > a folder of $fpath, as _lostorder",
      "fish:  lostorder completions fish | source",
    ]
  ) { CompletionsCommand(console: $0, arguments: $1).run() }
}

/// `lostorder completions`: a script for a shell.
struct CompletionsCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    let word = arguments.operands[0]
    guard let shell = Completions.Shell(rawValue: word) else {
      let shells = Completions.Shell.allCases.map(\.rawValue).joined(separator: ", ")
      return console.refuse(
        "there are no completions for \(word.quoted); expected one of \(shells)")
    }
    console.printAsIs(Completions.script(for: shell))
    return .holds
  }
}
