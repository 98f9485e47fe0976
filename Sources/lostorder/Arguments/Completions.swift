import JSONText
import Reports
import Scenarios

/// A shell with word completion; its script is generated from the subcommands.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash: Shell.bashScript
    case .zsh: Shell.zshScript
    case .fish: Shell.fishScript
    }
  }
}

extension Word {
  /// The names of explanations that need no quoting in a shell: no space, `$` or `=`; each once.
  static let explained = known {
    var names: [String] = []
    for name in Explanation.allWithColumns.filter({ $0.group != .value }).map(\.name)
    where name.wholeMatch(of: /[A-Za-z0-9.-]*/) != nil {
      // The last part of a key is enough to find it.
      for word in [name, name.split(separator: ".").last.map(String.init) ?? name]
      where !names.contains(word) { names.append(word) }
    }
    return names
  }

  /// The paths of values that every scenario has, without paths through lists.
  private static let settable = Explanation.allWithColumns.filter { explanation in
    let root = explanation.name.prefix { $0 != "." }
    return explanation.group == .key && Setting.roots.contains(String(root))
      && !["catalog", "faults", "outages", "designs"].contains(root)
  }.map(\.name)

  /// One of three texts: for free values, for files, or for known words, which are joined by
  /// spaces.
  func text(none: String, files: String, _ words: (String) -> String) -> String {
    switch self {
    case .none, .text, .number, .time: none
    case .files: files
    case .known(let known): words(known().joined(separator: " "))
    case .setting: words(Word.settable.joined(separator: " "))
    case .choice(let known): words(known.joined(separator: " "))
    }
  }
}

// bash
extension Shell {
  /// Completes file names; names with spaces stay whole.
  private static let files = "local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$word\"))"

  /// Completes the words of a line.
  private static func reply(_ line: String) -> String {
    "COMPREPLY=($(compgen -W \(line.inShellQuotes) -- \"$word\"))"
  }

  private static var bashScript: String {
    let commands = Subcommand.listed.map { command in
      let values = command.options.filter { $0.takesValue && !$0.value.isFile }.map {
        "        \($0.name)) \($0.value.text(none: reply(""), files: "", reply)); return ;;\n"
      }
      let paths = command.options.filter(\.value.isFile).map(\.name).joined(separator: "|")
      let operands = command.operands.value.text(none: ":", files: files, reply)
      return """
            \(command.name))
              case "$before" in
        \(values.joined())\(paths.isEmpty ? "" : "        \(paths)) \(files); return ;;\n")      esac
              if [[ $word == -* ]]; then
                \(reply(command.options.map(\.name).joined(separator: " ")))
              else
                \(operands)
              fi ;;

        """
    }
    let first = Subcommand.names + [Option.help, .version].map(\.name)
    return """
      # Completions of lostorder for bash, written by 'lostorder completions bash'.
      _lostorder() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          \(reply(first.joined(separator: " ")))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(commands.joined())  esac
      }
      complete -o filenames -F _lostorder lostorder

      """
  }

  // zsh

  /// The text with the characters escaped that brackets and colons of a specification reserve.
  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func specification(_ option: Option) -> String {
    let text = "\(option.name)[\(escaped(option.meaning))]"
    guard option.takesValue else { return text.inShellQuotes }
    let action = option.value.text(none: " ", files: "_files") { "(\($0))" }
    return "\(text):\(escaped(option.placeholder)):\(action)".inShellQuotes
  }

  private static var zshScript: String {
    let list = Subcommand.listed.map { "      \("\($0.name):\($0.meaning)".inShellQuotes)\n" }
    let commands = Subcommand.listed.map { command in
      let operands = command.operands.value.text(none: "", files: "*:file:_files") {
        "*:word:(\(escaped($0)))"
      }
      let taken = operands.isEmpty ? [] : [operands.inShellQuotes]
      let parts = command.options.map(specification) + taken
      return "    \(command.name)) _arguments \(parts.joined(separator: " \\\n      ")) ;;\n"
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

  // fish

  private static var fishScript: String {
    var lines = [
      "# Completions of lostorder for fish, written by 'lostorder completions fish'.",
      "complete -c lostorder -f",
    ]
    lines += Subcommand.listed.map { command in
      "complete -c lostorder -n __fish_use_subcommand -a \(command.name)"
        + " -d \(command.meaning.inShellQuotes)"
    }
    for command in Subcommand.listed {
      let start = "complete -c lostorder -n '__fish_seen_subcommand_from \(command.name)'"
      let operands = command.operands.value.text(none: "", files: " -F") {
        " -a \($0.inShellQuotes)"
      }
      if !operands.isEmpty { lines.append(start + operands) }
      lines += command.options.map { option in
        let value = option.value.text(none: " -x", files: " -r -F") { " -x -a \($0.inShellQuotes)" }
        return "\(start) -l \(option.name.dropFirst(2)) -d \(option.meaning.inShellQuotes)"
          + (option.takesValue ? value : "")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
