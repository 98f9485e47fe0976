import Scenarios
import TestSupport
import Testing

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("crash", "crash", 0), ("crush", "crash", 1),
    ("chrage", "charge", 1), ("recovry", "recovery", 1), ("reopens", "reopen", 1),
    ("ca", "abc", 3), ("kitten", "sitting", 3),
  ])
  func `the distance counts insertions, deletions, replacements and swaps`(
    source: String, target: String, distance: Int
  ) { expectEqual(NearestName.distance(from: Array(source), to: Array(target)), distance) }

  @Test(
    arguments: [
      ("FINISH", "finish"), ("fnish", "finish"), ("fiinsh", "finish"), ("timming", "timing"),
      ("aftrVerifcation", "afterVerification"), ("aftrVerifcaton", nil), ("xyz", nil),
      ("finished", "finish"), ("fin", nil), ("of", nil), ("", nil),
      ("afterVeri", "afterVerification"),
      ("timingRules", "timing"), ("timingOfOrders", nil), ("uiBlocks", nil),
    ] as [(String, String?)])
  func
    `a name is near with at most two mistakes and one in three letters, or if one begins the other`(
      word: String, nearest: String?
    )
  {
    expectEqual(
      NearestName.of(word, among: ["timing", "finish", "ui", "afterVerification"]), nearest)
  }

  @Test func `among equally near names the first wins`() {
    expectEqual(NearestName.of("keep-3", among: ["keep-1", "keep-2"]), "keep-1")
  }

  @Test func `a word of a megabyte is near to no name and costs no time`() {
    #expect(NearestName.of(String(repeating: "x", count: 1 << 20), among: ["finish"]) == nil)
  }
}
