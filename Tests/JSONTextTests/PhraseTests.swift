import JSONText
import TestSupport
import Testing

@Suite struct PhraseTests {
  @Test func `a phrase is filled with its arguments, and its templates are its keys`() {
    let kind = Phrase.words("a list of {0}", [.alternatives(["a", "b", "c"])])
    expectEqual(kind.english, "a list of a, b or c")
    expectEqual(kind.keys, ["a list of {0}", "{0} or {1}"])
    expectEqual(Phrase.list(["one", .verbatim("two")]).english, "one, two")
    expectEqual(Phrase.list(["one", .verbatim("two")]).keys, ["one"])
  }

  @Test func `a choice of one name is the name, and a choice of none is nothing`() {
    expectEqual(Phrase.choice(["a"]), .verbatim("a"))
    expectEqual(Phrase.choice(["a", "b"]).english, "one of a or b")
    expectEqual(Phrase.alternatives([]).english, "nothing")
  }

  @Test func `a literal separates its words from the texts and phrases in it`() {
    let message: Phrase = "axis"
    let phrase: Phrase = "unknown \(message) \("{0}".quoted) of \(2) files"
    expectEqual(
      phrase, .words("unknown {0} {1} of {2} files", [message, .verbatim("'{0}'"), .verbatim("2")]))
    expectEqual(phrase.english, "unknown axis '{0}' of 2 files")
    expectEqual(phrase.keys, ["unknown {0} {1} of {2} files", "axis"])
  }

  @Test func `concatenated literals are one phrase`() {
    let phrase: Phrase = "\(1) of \("a"), " + "{x} and \(3)" + "."
    expectEqual(phrase, .words("{0} of {1}, {x} and {2}.", ["1", "a", "3"].map { .verbatim($0) }))
    let start: Phrase = .verbatim("s.json: ")
    expectEqual((start + "wrong"), .words("{0}wrong", [start]))
  }

  @Test func `placeholders are filled once, and other braces are text`() {
    expectEqual(Phrase.filled("{1} {0} {x} {", ["{1}", "b"]), "b {1} {x} {")
    expectEqual(Phrase.choice(["{0}", "{1}"]).english, "one of {0} or {1}")
    expectEqual(Phrase.filled("{2}", ["a"]), "{2}")
    expectEqual(
      Phrase.words("{0} anywhere", [.verbatim("{ \"a\": { … } }")]).english,
      "{ \"a\": { … } } anywhere")
  }
}
