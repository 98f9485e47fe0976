import EventEngine
import Scenarios
import TestSupport
import Testing

@Suite("Words for durations") struct DurationWordsTests {
  @Test(
    "durations are printed with few digits, or exactly if that is as short",
    arguments: [
      (0, "0s"), (90_000_000, "90s"), (1_500_000, "1500ms"), (999, "999us"), (12_345, "12ms"),
      (37_983_139, "37.98s"), (6_003_000, "6003ms"), (6_003_001, "6s"), (59_999_600, "60s"),
      (122_003_213, "2m2s"), (3_599_700_000, "60m"), (7_200_000_001, "2h"),
      (334_020_603_123, "3d21h"), (172_799_999_999, "2d"), (11_220_000_001, "3h7m"),
      (1_000_001, "1s"), (1_054_321, "1.05s"),
    ])
  func short(microseconds: Int64, words: String) {
    expectEqual(Delay(microseconds: microseconds).shortWords, words)
  }

  @Test("an exactly written duration reads back")
  func exact() {
    for microseconds: Int64 in [0, 1, 999, 1_500_000, 60_000_000, 122_003_213, 86_400_000_000] {
      let delay = Delay(microseconds: microseconds)
      expectEqual(Delay(words: delay.words), delay)
    }
    for text in ["", "s", "12", "1x", "-1s", "1.5s", "99999999999999999999s"] {
      #expect(Delay(words: text) == nil, "\(text)")
    }
  }
}
