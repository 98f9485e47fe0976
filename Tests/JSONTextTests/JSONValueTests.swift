import JSONText
import TestSupport
import Testing

/// The problem of a text as `line:column: message; expected …`, or nothing when it is JSON.
private func problem(_ text: String) -> String { problem(Array(text.utf8)) }

private func problem(_ bytes: [UInt8]) -> String {
  do throws(TextProblem) {
    _ = try JSONValue.parse(bytes)
    return ""
  } catch {
    return
      "\(error.position.line):\(error.position.column): \(error.message.english); \(error.expected.english)"
  }
}

private func string(_ text: String) -> String? {
  guard case .string(let string)? = (try? JSONValue.parse(Array(text.utf8)))?.content else {
    return nil
  }
  return string
}

private func number(_ text: String) -> JSONNumber? {
  guard case .number(let number)? = (try? JSONValue.parse(Array(text.utf8)))?.content else {
    return nil
  }
  return number
}

@Suite struct JSONValueTests {
  @Test func `values and keys have their line and column`() throws {
    let value = try JSONValue.parse(Array("{\n  \"ä😀\": [1,\r\n\ttrue]\n}".utf8))
    guard case .object(let members) = value.content, let member = members.first,
      case .array(let elements) = member.value.content
    else {
      Issue.record("this is an object with a list")
      return
    }
    expectEqual(value.position, TextPosition(line: 1, column: 1))
    expectEqual(member.key, "ä😀")
    expectEqual(member.position, TextPosition(line: 2, column: 3))
    expectEqual(member.value.position, TextPosition(line: 2, column: 9))
    expectEqual(elements.map(\.position.line), [2, 3])
    expectEqual(elements.map(\.position.column), [10, 2])
  }

  @Test func `members stay in order and repeated keys stay`() throws {
    let value = try JSONValue.parse(Array(#"{"b": 1, "a": 2, "b": 3}"#.utf8))
    guard case .object(let members) = value.content else {
      Issue.record("this is an object")
      return
    }
    expectEqual(members.map(\.key), ["b", "a", "b"])
    expectEqual(members.map(\.position.column), [2, 10, 18])
  }

  @Test func `escapes and surrogate pairs are resolved`() {
    expectEqual(string(#""\"\\\/\b\f\n\r\tA\u00e9\uD83D\uDE00""#), "\"\\/\u{8}\u{C}\n\r\tAé😀")
  }

  @Test func `whole numbers are exact integers and others are the nearest double`() {
    expectEqual(
      number("9223372036854775807"),
      JSONNumber(double: 0x1p63, integer: .max, text: "9223372036854775807"))
    expectEqual(
      number("9223372036854775808"),
      JSONNumber(double: 0x1p63, integer: nil, text: "9223372036854775808"))
    expectEqual(number("-12"), JSONNumber(double: -12, integer: -12, text: "-12"))
    expectEqual(number("1e3"), JSONNumber(double: 1000, integer: 1000, text: "1e3"))
    expectEqual(number("0.5"), JSONNumber(double: 0.5, integer: nil, text: "0.5"))
    expectEqual(number("1e300"), JSONNumber(double: 1e300, integer: nil, text: "1e300"))
    expectEqual(number("1e-999"), JSONNumber(double: 0, integer: 0, text: "1e-999"))
  }

  @Test func `a byte order mark is skipped and has no column`() throws {
    let value = try JSONValue.parse([0xEF, 0xBB, 0xBF] + Array("5".utf8))
    expectEqual(value.position, TextPosition(line: 1, column: 1))
  }

  @Test(arguments: [
    ("", "1:1: the text is empty; a JSON value"),
    (" \n ", "2:2: the text is empty; a JSON value"),
    ("[1,", "1:4: the text ends here; a value"),
    ("[1,]", "1:4: unexpected ']'; a value"),
    (#"{"a": 1,}"#, "1:9: unexpected '}'; a key in double quotes"),
    (#"{a: 1}"#, "1:2: unexpected 'a'; a key in double quotes"),
    (#"{"a" 1}"#, "1:6: unexpected '1'; ':'"),
    (#"{"a": 1 "b": 2}"#, "1:9: unexpected '\"'; ',' or '}'"),
    ("[1 2]", "1:4: unexpected '2'; ',' or ']'"),
    ("1 2", "1:3: unexpected '2'; the end of the text"),
    ("[1] // why", "1:5: unexpected '/' (JSON has no comments); the end of the text"),
    ("['a']", "1:2: unexpected single quote (JSON uses double quotes); a value"),
    ("[\u{1}]", "1:2: unexpected control character (byte 0x1); a value"),
    ("[ä]", "1:2: unexpected character outside a string; a value"),
    ("NaN", "1:1: unknown word 'NaN'; null, true, false, a number or a string in double quotes"),
    (
      "[Infinity]",
      "1:2: unknown word 'Infinity'; null, true, false, a number or a string in double quotes"
    ),
    ("-Infinity", "1:2: unexpected 'I'; a digit"),
    ("True", "1:1: unknown word 'True'; null, true, false, a number or a string in double quotes"),
    ("012", "1:1: a number has a leading 0; a number without a leading 0"),
    ("+1", "1:1: unexpected '+'; a value"),
    (".5", "1:1: unexpected '.'; a value"),
    ("5.", "1:3: the text ends here; a digit"),
    ("5e+", "1:4: the text ends here; a digit"),
    ("1e999", "1:1: the number '1e999' is too large; a number of at most 1.8e308"),
    ("\"a", "1:3: the text ends inside a string; '\"'"),
    ("\"a\nb\"", "1:3: a control character in a string; an escape sequence such as \\n or \\u0007"),
    (#""\x""#, #"1:2: unknown escape sequence; one of \" \\ \/ \b \f \n \r \t \u"#),
    (#""\u12g4""#, "1:6: unexpected 'g'; four hexadecimal digits"),
    (#""\uD83D!""#, #"1:2: an unpaired surrogate; a pair such as \uD83D\uDE00"#),
    (#""\uDE00""#, #"1:2: an unpaired surrogate; a pair such as \uD83D\uDE00"#),
    (#""\uD83D\u0041""#, #"1:2: an unpaired surrogate; a pair such as \uD83D\uDE00"#),
  ])
  func `invalid JSON is rejected with its position and the expected value`(
    text: String, message: String
  ) { expectEqual(problem(text), message) }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xE2, 0x82], [0xFF],
    ] as [[UInt8]])
  func `malformed UTF-8 is rejected at its first byte`(bytes: [UInt8]) {
    let text = Array("\"é".utf8) + bytes + Array("\"".utf8)
    let byte = String(bytes[0], radix: 16, uppercase: true)
    expectEqual(problem(text), "1:3: byte 0x\(byte) is not valid UTF-8; UTF-8 text")
  }

  @Test func `sixty-four levels are read, and more are rejected at the next level`() {
    let maxDepth = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    expectEqual(problem(maxDepth), "")
    for bracket in ["[", "{\"a\":"] {
      let text = String(repeating: bracket, count: 100_000)
      let column = 64 * bracket.count + 1
      let message = "1:\(column): lists and objects are nested too deeply; at most 64 levels"
      expectEqual(problem(text), message)
    }
  }
}
