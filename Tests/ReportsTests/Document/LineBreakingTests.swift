import Reports
import TestSupport
import Testing

@Suite("Line breaking") struct LineBreakingTests {
  @Test("English is wrapped at spaces, which are dropped at the end of a line")
  func words() {
    expectEqual(LineBreaking.lines(of: "one two three", atMost: 7), ["one two", "three"])
    expectEqual(LineBreaking.lines(of: "one two three", atMost: 6), ["one", "two", "three"])
    expectEqual(LineBreaking.lines(of: "a  b", atMost: 4), ["a  b"])
    expectEqual(LineBreaking.lines(of: "unbreakable (it)", atMost: 3), ["unbreakable", "(it)"])
    // A name that has to be split is split after a punctuation mark, if it has one.
    expectEqual(
      LineBreaking.lines(of: "a mode=unbreakable", atMost: 8, cuts: true),
      ["a", "mode=", "unbreaka", "ble"])
    expectEqual(LineBreaking.lines(of: "", atMost: 3), [""])
  }

  @Test("Chinese is wrapped between characters by display width")
  func chinese() {
    expectEqual(LineBreaking.lines(of: "服务端放弃校验", atMost: 6), ["服务端", "放弃校", "验"])
    expectEqual(LineBreaking.lines(of: "服务端放弃校验", atMost: 7), ["服务端", "放弃校", "验"])
    expectEqual(LineBreaking.lines(of: "打开 App 之后", atMost: 8), ["打开 App", "之后"])
    expectEqual(LineBreaking.lines(of: "打开App之后", atMost: 6), ["打开", "App之", "后"])
  }

  @Test("no line begins with a closing mark or ends with an opening mark")
  func marks() {
    expectEqual(LineBreaking.lines(of: "扣款，掉单。", atMost: 4), ["扣", "款，", "掉", "单。"])
    expectEqual(LineBreaking.lines(of: "扣款，掉单。", atMost: 6), ["扣款，", "掉单。"])
    expectEqual(LineBreaking.lines(of: "完成（C5）后", atMost: 6), ["完成", "（C5）", "后"])
    expectEqual(LineBreaking.lines(of: "见“掉单”", atMost: 4), ["见", "“掉", "单”"])
    let text = String(repeating: "一笔扣款，（见“规则”）；二。", count: 9)
    for columns in 8...60 {
      for line in LineBreaking.lines(of: text, atMost: columns) {
        #expect(DisplayWidth.of(line) <= columns)
        #expect(line.first.map { !"，。；）”".contains($0) } ?? false, "\(line)")
        #expect(line.last.map { !"（“".contains($0) } ?? false, "\(line)")
      }
    }
  }
}
