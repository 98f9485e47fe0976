extension Explanation {
  /// What else the name of an explanation is called: its names in another language.
  package typealias OtherNames = (Explanation) -> [String]

  /// The explanations of a word; letters may be large or small.
  ///
  /// Those of the whole name, else those of its last part, as `patience` for `behavior.patience`.
  /// Beside them the terms that begin with the word, as `lost` for `lost order`, or in Chinese, which
  /// puts what a thing is last, end with it. If there are none, those of which it is any part.
  package static func of(
    _ word: String, among all: [Explanation] = all, called names: OtherNames = { _ in [] }
  ) -> [Explanation] {
    // Methods of StoreKit end with a colon.
    let wanted = (word.hasSuffix(":") ? String(word.dropLast()) : word).lowercased()
    let (isHan, asKey, asValue) = (wanted.isHan, "." + wanted, "=" + wanted)
    func found(_ fits: (Explanation, String) -> Bool) -> Set<Explanation> {
      Set(all.filter { entry in entry.spellings(names).contains { fits(entry, $0) } })
    }
    var chosen = found { $1 == wanted }
    if chosen.isEmpty {
      chosen = found { explanation, name in
        name.hasSuffix(asKey) || (explanation.group == .value && name.hasSuffix(asValue))
      }
    }
    chosen.formUnion(
      found { explanation, name in
        isHan ? name.hasSuffix(wanted) : explanation.words.first == wanted
      })
    if chosen.isEmpty {
      chosen = found { explanation, name in
        isHan ? name.contains(wanted) : explanation.words.contains(wanted)
      }
    }
    return all.filter(chosen.contains)
  }

  /// The names that are like a word of which nothing is known, at most five.
  package static func near(
    _ word: String, among all: [Explanation] = all, called names: OtherNames = { _ in [] }
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

  /// Everything that it is called, in small letters.
  private func spellings(_ names: OtherNames) -> [String] {
    ([name] + aliases + names(self)).map { $0.lowercased() }
  }

  /// The words of a term of several words, in small letters; none of any other name.
  private var words: [String] {
    guard group == .word else { return [] }
    return name.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
  }
}

extension String {
  /// Whether any of it is Chinese.
  fileprivate var isHan: Bool { contains(/\p{Han}/) }
}
