import JSONText
import TestSupport
import Testing

@Suite struct PhraseTests {
  @Test func `a phrase is filled with its arguments, and names its words as keys`() {
    let kind = Phrase.words("a list of {0}", [.alternatives(["a", "b", "c"])])
    #expect(equal(kind.english, "a list of a, b or c"))
    #expect(equal(kind.keys, ["a list of {0}", "{0} or {1}"]))
    #expect(equal(Phrase.list(["one", .verbatim("two")]).english, "one, two"))
    #expect(equal(Phrase.list(["one", .verbatim("two")]).keys, ["one"]))
  }

  @Test func `one name is no choice, and none is nothing`() {
    #expect(equal(Phrase.choice(["a"]), .verbatim("a")))
    #expect(equal(Phrase.choice(["a", "b"]).english, "one of a or b"))
    #expect(equal(Phrase.alternatives([]).english, "nothing"))
  }

  @Test func `a literal keeps its words apart from the texts and phrases in it`() {
    let what: Phrase = "axis"
    let phrase: Phrase = "unknown \(what) \("{0}".quoted) of \(2) files"
    #expect(
      equal(
        phrase, .words("unknown {0} {1} of {2} files", [what, .verbatim("'{0}'"), .verbatim("2")])))
    #expect(equal(phrase.english, "unknown axis '{0}' of 2 files"))
    #expect(equal(phrase.keys, ["unknown {0} {1} of {2} files", "axis"]))
  }

  @Test func `literals that follow each other are one phrase`() {
    let phrase: Phrase = "\(1) of \("a"), " + "{x} and \(3)" + "."
    #expect(
      equal(phrase, .words("{0} of {1}, {x} and {2}.", ["1", "a", "3"].map { .verbatim($0) })))
    let start: Phrase = .verbatim("s.json: ")
    #expect(equal((start + "wrong"), .words("{0}wrong", [start])))
  }

  @Test func `places are filled once, and other braces are words`() {
    #expect(equal(Phrase.filled("{1} {0} {x} {", ["{1}", "b"]), "b {1} {x} {"))
    #expect(equal(Phrase.choice(["{0}", "{1}"]).english, "one of {0} or {1}"))
    #expect(equal(Phrase.filled("{2}", ["a"]), "{2}"))
    #expect(
      equal(
        Phrase.words("{0} anywhere", [.verbatim("{ \"a\": { … } }")]).english,
        "{ \"a\": { … } } anywhere"))
  }
}
