import JSONText
import TestSupport
import Testing

@Suite struct JSONOutputTests {
  @Test func `objects are indented, plain lists are on one line, order is kept`() {
    let output: JSONOutput = [
      "name": "keep", "rates": [0.1, 1, 2.5e-9], "empty": [], "none": nil,
      "designs": [["name": "a", "ledger": true], ["name": "b", "ledger": false]], "object": [:],
    ]
    expectEqual(
      output.text,
      """
      {
        "name": "keep",
        "rates": [0.1, 1, 2.5e-09],
        "empty": [],
        "none": null,
        "designs": [
          {
            "name": "a",
            "ledger": true
          },
          {
            "name": "b",
            "ledger": false
          }
        ],
        "object": {}
      }

      """)
  }

  @Test func `a line has no line feeds`() {
    let output: JSONOutput = ["lognormal": ["median": "2s", "sigma": 0.5], "list": [[1], [2]]]
    expectEqual(output.line, #"{"lognormal": {"median": "2s", "sigma": 0.5}, "list": [[1], [2]]}"#)
  }

  @Test func `control characters, quotes and backslashes are escaped`() {
    let output = JSONOutput.string("a\"\\\n\r\t\0\u{1B}\u{7F}é😀")
    expectEqual(output.line, #""a\"\\\n\r\t\u0000\u001b\u007fé😀""#)
  }

  @Test(arguments: [
    0.1, 1.0 / 3, Double.leastNonzeroMagnitude, 1.7976931348623157e308, -2.5, 0x1p53, 1e21,
  ])
  func `a double reads back unchanged`(number: Double) throws {
    let value = try JSONValue.parse(Array(JSONOutput.number(number).text.utf8))
    guard case .number(let read) = value.content else {
      Issue.record("this is a number")
      return
    }
    expectEqual(read.double, number)
  }

  @Test func `a text reads back unchanged`() throws {
    let text = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init)))
    let value = try JSONValue.parse(Array(JSONOutput.string(text).text.utf8))
    guard case .string(let read) = value.content else {
      Issue.record("this is a text")
      return
    }
    expectEqual(Array(read.unicodeScalars), Array(text.unicodeScalars))
  }
}
