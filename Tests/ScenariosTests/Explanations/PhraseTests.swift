import Scenarios
import Testing

@Suite struct PhraseTests {
  @Test func `a phrase is filled with its arguments, and names its words as keys`() {
    let kind = Phrase.words("a list of {0}", [.alternatives(["a", "b", "c"])])
    #expect(kind.english == "a list of a, b or c")
    #expect(kind.keys == ["a list of {0}", "{0} or {1}"])
    #expect(Phrase.list(["one", .verbatim("two")]).english == "one, two")
    #expect(Phrase.list(["one", .verbatim("two")]).keys == ["one"])
  }

  @Test func `one name is no choice, and none is nothing`() {
    #expect(Phrase.choice(["a"]) == .verbatim("a"))
    #expect(Phrase.choice(["a", "b"]).english == "one of a or b")
    #expect(Phrase.alternatives([]).english == "nothing")
  }

  @Test func `places are filled once, and other braces are words`() {
    #expect(Phrase.filled("{1} {0} {x} {", ["{1}", "b"]) == "b {1} {x} {")
    #expect(Phrase.choice(["{0}", "{1}"]).english == "one of {0} or {1}")
    #expect(Phrase.filled("{2}", ["a"]) == "{2}")
    #expect(
      Phrase.words("{0} anywhere", [.verbatim("{ \"a\": { … } }")]).english
        == "{ \"a\": { … } } anywhere")
  }
}
