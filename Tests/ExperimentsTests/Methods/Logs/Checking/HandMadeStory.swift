import PurchaseWorld

@testable import EventLogs
@testable import Experiments

extension UserLog {
  /// A story from lines like `2500 iap_verify_fail s1 t1 p1 #0 =timeout`: milliseconds, event, and
  /// optionally session, transaction, product, item (`i1`), try and code.
  init(_ text: String) {
    self.init()
    begin()
    for (place, line) in text.split(separator: "\n").enumerated() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 1, let time = Int(words[0]),
        let event = LogEntry.Event(rawValue: words[1])
      else { preconditionFailure("a line has a time and an event: \(line)") }
      var entry = Entry(time: time, event: LogEventSet(event), line: place + 1)
      for word in words.dropFirst(2) {
        let number = Int32(word.dropFirst()) ?? -1
        switch word.first {
        case "s": entry.session = number
        case "t": entry.transaction = number
        case "p": entry.product = number
        case "i": entry.item = number
        case "#": entry.tryNumber = number
        case "=": entry.code = LogCode(rawValue: String(word.dropFirst()))
        default: preconditionFailure("what is \(word)?")
        }
      }
      append(entry)
    }
    end()
  }
}
