extension Explanation {
  /// The other names of an explanation, in another language.
  package typealias TranslatedNames = (Explanation) -> [String]

  /// The explanations of a word, in upper or lower case.
  ///
  /// These are the explanations with this name, otherwise those whose name ends with it, such as
  /// `behavior.patience` for `patience`. The terms that begin with the word are added, such as
  /// `lost order` for `lost`; in Chinese, the terms that end with it. If nothing is found, the
  /// result is every explanation with a name that contains the word.
  package static func of(
    _ word: String, among all: [Explanation] = all, called names: TranslatedNames = { _ in [] }
  ) -> [Explanation] {
    // Methods of StoreKit end with a colon.
    let wanted = (word.hasSuffix(":") ? String(word.dropLast()) : word).lowercased()
    let (isHan, asKey, asValue) = (wanted.isHan, "." + wanted, "=" + wanted)
    func found(_ fits: (Explanation, String) -> Bool) -> Set<Explanation> {
      Set(all.filter { entry in entry.spellings(names).contains { fits(entry, $0) } })
    }
    var chosen = found { $1 == wanted }
    if chosen.isEmpty {
      chosen = found { entry, name in
        name.hasSuffix(asKey) || (entry.group == .value && name.hasSuffix(asValue))
      }
    }
    chosen.formUnion(
      found { entry, name in isHan ? name.hasSuffix(wanted) : entry.words.first == wanted })
    if chosen.isEmpty {
      chosen = found { isHan ? $1.contains(wanted) : $0.words.contains(wanted) }
    }
    return all.filter(chosen.contains)
  }

  /// The names that are similar to an unknown word, at most five.
  package static func similarNames(
    to word: String, among all: [Explanation] = all, called names: TranslatedNames = { _ in [] }
  ) -> [String] {
    let wanted = word.lowercased()
    let like = all.filter { entry in
      let last = entry.name.split { $0 == "." || $0 == "=" }.last.map(String.init)
      let spellings = [entry.name, last ?? entry.name] + entry.aliases + names(entry)
      return NearestName.of(word, among: spellings) != nil
    }
    let containing = all.filter { word.count > 2 && $0.name.lowercased().contains(wanted) }
    let contained = all.filter { entry in
      wanted.isHan && names(entry).contains { $0.count > 1 && wanted.contains($0) }
    }
    var seen: Set<String> = []
    let near = (like + containing + contained).map(\.name).filter { seen.insert($0).inserted }
    return Array(near.prefix(5))
  }

  /// All its names, in lower case.
  private func spellings(_ names: TranslatedNames) -> [String] {
    ([name] + aliases + names(self)).map { $0.lowercased() }
  }

  /// The words of a term of several words, in lower case; empty for any other name.
  private var words: [String] {
    guard group == .word else { return [] }
    return name.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
  }
}

extension String {
  /// Whether the text contains a Chinese character.
  fileprivate var isHan: Bool { contains(/\p{Han}/) }
}
