import JSONText
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

import Reports

/// The sequence diagrams: as Mermaid and drawn.
@Suite("Diagrams") struct DiagramTests {
  @Test("Mermaid has participants, messages, and notes for a fault and a drop point")
  func mermaid() throws {
    expectEqual(
      TraceMermaid.text(try Fixture.story(Fixture.small)),
      """
      sequenceDiagram
        accTitle: small: naive
        accDescr: charge 1 (T1): lost, undelivered, drop point neverReopened
        actor user
        participant app
        participant store
        participant backend
        activate app
        app->>app: 00:00:00.000<br/>starts in a new process (D1)
        app->>app: 00:00:01.000<br/>is ready
        user->>app: 00:00:21.000<br/>taps Buy (intent 1: item<br/>marathon)
        app->>store: attaches its observer (S3)
        app->>app: saves a record of intent 1<br/>(C3)
        store->>user: shows the payment sheet of<br/>T1 (S1)
        store->>app: 00:00:21.200<br/>reports 'purchasing' for T1
        user->>store: 00:00:29.000<br/>pays on the sheet of T1
        store->>store: 00:00:31.000<br/>charges the user for T1 (S2)
        rect rgba(255, 180, 0, 0.3)
        Note over app: 00:00:31.100<br/>⚡ crash (reopens 5m)
        end
        app->>app: terminates and loses its<br/>memory (D1)
        deactivate app
        app->>app: loses the record of intent 1:<br/>recordDied (D1)
        rect rgba(220, 40, 30, 0.3)
        Note over user,backend: 00:01:00.000<br/>✗ T1 is lost at the end of the simulated time:<br/>neverReopened (P4)
        end
        Note over user,backend: charge 1 (T1): lost, undelivered, drop point<br/>neverReopened

      """)
  }

  @Test("a Mermaid diagram ends a process that still runs, and counts repeats")
  func mermaidEnd() throws {
    let lines = TraceMermaid.text(try Fixture.story(Fixture.interrupted)).split(separator: "\n")
    #expect(lines.contains("  Note over user,backend: … and the same in 3 more visits"))
    expectEqual(
      lines.count { $0.hasPrefix("  activate") }, lines.count { $0.hasPrefix("  deactivate") })
  }

  @Test("Mermaid syntax in names is escaped")
  func mermaidNames() throws {
    expectEqual(
      "a;b#c %%{x}%% <br/> \"q\" $$ \\n | style:".escapingMermaid,
      """
      a#59;b#35;c #37;#37;#123;x#125;#37;#37; #60;br/#62; #34;q#34; #36;#36; #92;n #124; style#58;
      """)
    expectEqual(
      "café 商品: (1)\u{202E}\n".escapingMermaid, "café 商品: (1)#92;u#123;202e#125;#92;u#123;a#125;")
    let text = TraceMermaid.text(try Fixture.story(Fixture.hostile))
    for line in text.split(separator: "\n") {
      let label = line.replacing("<br/>", with: "").replacing(/#\d+;/, with: "")
      #expect(!label.contains { ";#%<{}$\\|\"=&".contains($0) }, "\(line)")
      #expect(!line.contains(/style.*:\S*#.*;/), "\(line)")
    }
  }

  @Test("a drawing is a standalone file with a name and a description for screen readers")
  func drawing() throws {
    let svg = SequenceDrawing.svg(try Fixture.story(Fixture.small))
    let style = try #require(svg.range(of: "</style>\n")).upperBound
    expectEqual(
      svg.prefix { $0 != "{" },
      """
      <svg xmlns="http://www.w3.org/2000/svg" class="lostorder" role="img" width="1100" height="618" viewBox="0 0 1100 618">
      <title>small: naive</title>
      <desc>A sequence diagram of 13 events between user, app, store and backend; charge 1 (T1): lost, undelivered, drop point neverReopened.</desc>
      <style>
      .lostorder text \

      """)
    #expect(svg.contains("@media (prefers-color-scheme: dark)"))
    let shapes = svg[style...].split(separator: "\n")
    expectEqual(Array(shapes.prefix(8)), Self.beginning)
    expectEqual(Array(shapes.suffix(24).prefix(14)), Self.loss)
    for outside in ["href", "<script", "<image", "url(", "@import"] {
      #expect(!svg.contains(outside))
    }
  }

  private static let beginning: [Substring] = [
    #"<rect class="paper" width="1100" height="618"/>"#,
    #"<line class="life" x1="175" y1="106" x2="175" y2="540"/>"#,
    #"<line class="life" x1="405" y1="106" x2="405" y2="540"/>"#,
    #"<line class="life" x1="635" y1="106" x2="635" y2="540"/>"#,
    #"<line class="life" x1="865" y1="106" x2="865" y2="540"/>"#,
    #"<rect class="process" x="400" y="122" width="10" height="306" rx="4"/>"#,
    #"<text x="24" y="38" class="title">small: naive</text>"#,
    #"<text x="24" y="62">charge 1 (T1): lost, undelivered, drop point neverReopened</text>"#,
  ]

  /// From the fault to the drop point.
  private static let loss: [Substring] = [
    #"<text x="24" y="403" class="time">00:00:31.100</text>"#,
    #"<rect class="fault" x="393" y="386" width="167" height="26" rx="4"/>"#,
    #"<path class="bolt" d="M409 392l-6 8h4l-2 6l7 -9h-4l3 -5z"/>"#,
    #"<text x="421" y="403">crash (reopens 5m)</text>"#,
    #"<path class="cross" d="M400 423l10 10m0 -10l-10 10"/>"#,
    #"<text x="418" y="432">terminates and loses its</text>"#,
    #"<text x="418" y="448">memory <tspan class="rule">(D1)</tspan></text>"#,
    #"<circle class="dot" cx="405" cy="466" r="3"/>"#,
    #"<text x="418" y="470">loses the record of intent 1:</text>"#,
    #"<text x="418" y="486">recordDied <tspan class="rule">(D1)</tspan></text>"#,
    #"<text x="24" y="515" class="time">00:01:00.000</text>"#,
    #"<rect class="drop" x="130" y="498" width="946" height="26" rx="4"/>"#,
    #"<path class="cross" d="M143 506l10 10m0 -10l-10 10"/>"#,
    #"<text x="164" y="515">T1 is lost at the end of the simulated time: neverReopened (P4)</text>"#,
  ]

  @Test("drawings are valid XML within 1,100 pixels, whatever the names")
  func widths() throws {
    var drawings: [String] = []
    for text in [Fixture.small, Fixture.interrupted, Fixture.hostile] {
      drawings.append(SequenceDrawing.svg(try Fixture.story(text)))
    }
    for text in [Fixture.small, Fixture.interrupted] {
      drawings.append(SequenceDrawing.svg(try Fixture.comparison(text)))
    }
    let users: UInt64 = Nightly.isOn ? 12 : 4
    drawings += try AnnotatedTraceTests.busyStories(0..<users).map { SequenceDrawing.svg($0) }
    drawings += try ChineseStoryTests.busyStories(0..<users).map { SequenceDrawing.svg($0) }
    for svg in drawings {
      let reader = DrawingReader()
      let parser = XMLParser(data: Data(svg.utf8))
      parser.delegate = reader
      #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
      #expect(reader.texts > 20)
      #expect(reader.left >= 0 && reader.right <= 1_100, "\(reader.left) to \(reader.right)")
      #expect(reader.bottom <= reader.height)
      #expect(reader.widestLabel <= 210, "\(reader.widestLabel)")
    }
  }

  /// The readable text of a drawing: a line for each text, and its name and description.
  static func texts(of svg: String) -> String {
    svg.replacing(/<style>(?s:.*?)<\/style>/, with: "").replacing(/<[^>]*>/, with: "\n")
      .replacing("&quot;", with: "\"")
  }

  @Test("two timelines are drawn once while they are equal, then one below the other")
  func comparison() throws {
    let svg = SequenceDrawing.svg(try Fixture.comparison(Fixture.interrupted))
    let texts = svg.matches(of: /<text[^>]*>([^<]*)/).map { String($0.output.1) }
    let headings = [
      "common to both designs", "the first difference, at 00:00:29.000",
      "after that, under zero-loss-1.0", "after that, under zero-loss-1.2",
    ]
    expectEqual(texts.filter(headings.contains), headings)
    expectEqual(texts.count { $0.hasPrefix("taps Buy") }, 1)
    expectEqual(texts.count { $0.hasPrefix("hides its spinner") }, 2)
    expectEqual(texts.count { $0 == "nothing changes after this" }, 1)
  }

  @Test("Chinese timelines are drawn with Chinese heads, legend and labels")
  func chinese() throws {
    let svg = SequenceDrawing.svg(try Fixture.comparison(Fixture.interrupted, .zh))
    let texts = svg.matches(of: /<text[^>]*>([^<]*)/).map { String($0.output.1) }
    expectEqual(Array(texts.prefix(4)), Self.chineseHead)
    #expect(texts.count { $0 == "客户端" } == 6 && texts.count { $0 == "app" } == 0)
    #expect(texts.contains("首个不同之处：00:00:29.000") && texts.contains("此后的过程：zero-loss-1.2"))
    expectEqual(texts.last, "蓝色：App 的进程，在后台时颜色较浅。琥珀色：异常。红色：掉单点。括号内：起作用的规则编号。")
    #expect(svg.contains("<text x=\"418\" y=\"712\">除<tspan class=\"rule\">（C4）</tspan></text>\n"))
    #expect(svg.contains("<desc>同一名用户在两个方案下的时序图；首个不同之处：00:00:29.000。zero-loss-1.0：第 1"))
    let mermaid = TraceMermaid.text(try Fixture.story(Fixture.small, .zh))
    #expect(mermaid.contains("\n  actor user as 用户\n  participant app as 客户端\n"))
    #expect(mermaid.contains("\n  app->>store: 注册观察者（S3）\n"))
    #expect(mermaid.contains("\n  Note over app: 00:00:31.100<br/>⚡ crash 崩溃（5m 后重新打<br/>开）\n"))
  }

  private static let chineseHead = [
    "interrupted：zero-loss-1.0 对比 zero-loss-1.2",
    "zero-loss-1.0：第 1 笔扣款（T2）：lost 掉单（undelivered 未发货），掉单点 recordCleared 记录被失败回调清除",
    "zero-loss-1.2：第 1 笔扣款（T2）：delivered 正常发货", "两个方案共同的过程",
  ]

  @Test("text is wrapped by its width, and a word without a space is cut")
  func wrapping() {
    expectEqual(TextMeasure.wrapped("one two three", width: 60, size: 13), ["one two", "three"])
    expectEqual(TextMeasure.wrapped("WWWWWWWW", width: 60, size: 13), ["WWWW", "WWWW"])
    expectEqual(TextMeasure.wrapped("", width: 60, size: 13), [""])
    expectEqual(TextMeasure.wrapped("付款成功，完成交易 T1", width: 60, size: 13), ["付款成", "功，完成", "交易 T1"])
    #expect(
      TextMeasure.width("iiii", size: 100) == 112 && TextMeasure.width("商品", size: 100) == 200)
  }

  @Test("characters that XML forbids are replaced, and markup is escaped")
  func escaping() {
    expectEqual(
      "<a> & \"b\" 'c' \u{FFFF}\u{1FFFE}\u{0}\u{202E}".escapingMarkup,
      "&lt;a&gt; &amp; &quot;b&quot; 'c' \u{FFFD}\u{FFFD}\\u{0}\\u{202e}")
  }
}

/// Measures the area that a drawing uses.
private final class DrawingReader: NSObject, XMLParserDelegate {
  var left = 0
  var right = 0
  var bottom = 0
  var height = 0
  var texts = 0
  /// The width of the widest text beside a lifeline.
  var widestLabel = 0
  private var text: (x: Int, y: Int, style: String, words: String)?

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    func number(_ key: String) -> Int { attributes[key].flatMap { Int($0) } ?? 0 }
    switch name {
    case "svg": height = number("height")
    case "text": text = (number("x"), number("y"), attributes["class"] ?? "", "")
    case "rect": use(number("x"), number("x") + number("width"), number("y") + number("height"))
    case "line":
      use(number("x1"), number("x2"), max(number("y1"), number("y2")))
      use(number("x2"), number("x1"), 0)
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text?.words += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard name == "text", let text else { return }
    texts += 1
    let size = text.style == "title" ? 19 : 13
    let width = TextMeasure.width(text.words, size: size)
    if text.style == "end" || [188, 418, 648, 878].contains(text.x) && text.style.isEmpty {
      widestLabel = max(widestLabel, width)
    }
    let isCentred = text.style.contains("middle") || text.style == "name"
    let before = text.style == "end" ? width : isCentred ? width / 2 : 0
    use(text.x - before, text.x - before + width, text.y)
    self.text = nil
  }

  private func use(_ from: Int, _ to: Int, _ down: Int) {
    left = min(left, from)
    right = max(right, to)
    bottom = max(bottom, down)
  }
}
