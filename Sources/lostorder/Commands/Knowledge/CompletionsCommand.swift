import JSONText

extension Subcommand {
  /// `lostorder completions`: a script for a shell.
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
  ) { console, arguments in
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
