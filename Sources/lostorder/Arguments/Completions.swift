import Experiments
import JSONText
import PurchaseWorld
import Scenarios

/// The scripts by which shells complete the command, made from its subcommands and options.
enum Completions {
  /// A shell that completes words.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The names that a shell takes as they are: no space, no `$`, no `=`; each once.
  static func names(of explanations: [Explanation]) -> [String] {
    var names: [String] = []
    for explanation in explanations where explanation.group != .value {
      let name = explanation.name
      let isPlain = name.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0))
      }
      guard isPlain else { continue }
      // The last part of a key says enough to find it.
      for word in [name, name.split(separator: ".").last.map(String.init) ?? name]
      where !names.contains(word) { names.append(word) }
    }
    return names
  }

  private static let names = Subcommand.all.map(\.name)

  private static func line(_ words: [String]) -> String { words.joined(separator: " ") }
}

// bash
extension Completions {
  /// Completes names of files; those with spaces stay whole.
  private static let bashFiles = "local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$word\"))"

  private static var bash: String {
    let commands = Subcommand.all.map { command in
      let values = command.options.compactMap { option -> String? in
        let words: [String]
        switch option.suggestion {
        case nil, .files: return nil
        case .some(.none): words = []
        case .words(let known): words = known()
        }
        return
          "        \(option.name)) COMPREPLY=($(compgen -W \(line(words).inShellQuotes) -- \"$word\")); return ;;\n"
      }
      let files = command.options.filter { option in
        if case .files = option.suggestion { true } else { false }
      }
      let paths =
        files.isEmpty
        ? "" : "        \(files.map(\.name).joined(separator: "|"))) \(bashFiles); return ;;\n"
      let operands =
        switch command.operands.suggestion {
        case .none: ":"
        case .files: bashFiles
        case .words(let words):
          "COMPREPLY=($(compgen -W \(line(words()).inShellQuotes) -- \"$word\"))"
        }
      return """
            \(command.name))
              case "$before" in
        \(values.joined())\(paths)      esac
              if [[ $word == -* ]]; then
                COMPREPLY=($(compgen -W \(line(command.options.map(\.name)).inShellQuotes) -- "$word"))
              else
                \(operands)
              fi ;;

        """
    }
    return """
      # Completions of lostorder for bash, written by 'lostorder completions bash'.
      _lostorder() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          COMPREPLY=($(compgen -W \(line(names + [Option.help.name, Option.version.name]).inShellQuotes) -- "$word"))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(commands.joined())  esac
      }
      complete -o filenames -F _lostorder lostorder

      """
  }
}

// zsh
extension Completions {
  /// A text in the brackets or behind the colon of a specification.
  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func specification(_ option: Option) -> String {
    var text = option.name + "[" + escaped(option.meaning) + "]"
    if let suggestion = option.suggestion {
      let action =
        switch suggestion {
        case .none: " "
        case .files: "_files"
        case .words(let words): "(" + line(words()) + ")"
        }
      text += ":" + escaped(option.placeholder) + ":" + action
    }
    return text.inShellQuotes
  }

  private static var zsh: String {
    let list = Subcommand.all.map { command in
      "      " + (command.name + ":" + command.meaning).inShellQuotes + "\n"
    }
    let commands = Subcommand.all.map { command in
      let operands: [String] =
        switch command.operands.suggestion {
        case .none: []
        case .files: ["*:file:_files".inShellQuotes]
        case .words(let words): [("*:word:(" + escaped(line(words())) + ")").inShellQuotes]
        }
      let specifications = command.options.map(specification) + operands
      return
        "    \(command.name)) _arguments \(specifications.joined(separator: " \\\n      ")) ;;\n"
    }
    return """
      #compdef lostorder
      # Completions of lostorder for zsh, written by 'lostorder completions zsh'.
      _lostorder() {
        if ((CURRENT == 2)); then
          local -a commands=(
      \(list.joined())    )
          _describe command commands
          return
        fi
        local command="$words[2]"
        shift words
        ((CURRENT--))
        case "$command" in
      \(commands.joined())  esac
      }
      compdef _lostorder lostorder

      """
  }
}

// fish
extension Completions {
  private static var fish: String {
    var lines = [
      "# Completions of lostorder for fish, written by 'lostorder completions fish'.",
      "complete -c lostorder -f",
    ]
    for command in Subcommand.all {
      lines.append(
        "complete -c lostorder -n __fish_use_subcommand -a \(command.name)"
          + " -d \(command.meaning.inShellQuotes)")
    }
    for command in Subcommand.all {
      let start = "complete -c lostorder -n '__fish_seen_subcommand_from \(command.name)'"
      switch command.operands.suggestion {
      case .none: break
      case .files: lines.append(start + " -F")
      case .words(let words): lines.append(start + " -a \(line(words()).inShellQuotes)")
      }
      for option in command.options {
        var text = start + " -l \(option.name.dropFirst(2)) -d \(option.meaning.inShellQuotes)"
        switch option.suggestion {
        case nil: break
        case .some(.none): text += " -x"
        case .files: text += " -r -F"
        case .words(let words): text += " -x -a \(line(words()).inShellQuotes)"
        }
        lines.append(text)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
