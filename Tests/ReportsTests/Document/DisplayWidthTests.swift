import Reports
import TestSupport
import Testing

@Suite("DisplayWidth") struct DisplayWidthTests {
  @Test("wide and fullwidth characters take two columns, combining marks none, all others one")
  func widths() {
    #expect(DisplayWidth.of("掉单 lost") == 9 && DisplayWidth.of("（，。）「」") == 12)
    #expect(DisplayWidth.of("ｆｕ") == 4 && DisplayWidth.of("한국") == 4 && DisplayWidth.of("かな") == 4)
    #expect(DisplayWidth.of("é–‰×“”·Ж") == 8 && DisplayWidth.of("e\u{301}") == 1)
    #expect(DisplayWidth.of("\u{301}") == 0 && DisplayWidth.of("⚡🀄") == 4)
    #expect(DisplayWidth.of("𠮷﹏") == 4 && DisplayWidth.of("ｱ") == 1 && DisplayWidth.of("") == 0)
  }

  @Test("table columns are aligned by display width")
  func table() {
    let table = Table(
      [.words("方案"), .numbers("掉单\n‰"), .words("名")],
      [["naive", "9.76", "串单"], ["我的方案", "12.00", "x"]])
    expectEqual(
      table.lines, ["方案       掉单  名", "              ‰", "naive      9.76  串单", "我的方案  12.00  x"])
  }

  @Test("drawings reserve a square for a wide character")
  func drawings() {
    #expect(TextMeasure.width("掉单", size: 12) == 24 && TextMeasure.width("“", size: 100) == 110)
  }
}
