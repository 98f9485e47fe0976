import EventEngine
import PurchaseWorld

/// Lives that differ from one in when a tap is made or a fault strikes.
///
/// What matters about a time is which events lie before it. So a tap or a fault is moved into every
/// gap between two events of the life, and upon every event, the nearest first.
struct Retiming {
  private let life: WrittenLife
  /// The times of everything that happened since the first tap, each once, ascending.
  private var times: [Delay]
  /// When each fault struck, from the first tap; nil if it never did.
  private var strikes: [Delay?]

  init(_ life: WrittenLife, _ trace: Trace) {
    self.life = life
    (times, strikes) = ([], life.faults.map { _ in nil })
    let firstTap = trace.firstTap ?? .distantFuture
    for entry in trace.entries where entry.time >= firstTap {
      let time = entry.time - firstTap
      if times.last != time { times.append(time) }
      if case .faultStruck(let number) = entry.moment { strikes[number.place] = time }
    }
  }

  /// The lives with one tap or fault moved, at most so many for each.
  func lives(most: Int) -> [WrittenLife] {
    var lives: [WrittenLife] = []
    for index in life.taps.indices.dropFirst() {
      let times = near(life.taps[index].after).filter { life.canMoveTap(index, to: $0) }
      lives += times.prefix(most).map { time in life.changed { $0.moveTap(index, to: time) } }
    }
    for index in life.faults.indices {
      guard let strike = strikes[index] else { continue }
      let anchor = strike.microseconds - life.faults[index].after.microseconds
      for time in near(strike).filter({ $0.microseconds >= anchor }).prefix(most) {
        let after = Delay(microseconds: time.microseconds - anchor)
        lives.append(life.changed { $0.change { $0.plan[index].after = after } })
      }
    }
    return lives
  }

  /// The times of events and the middles between them, the nearest to a time first.
  private func near(_ own: Delay) -> [Delay] {
    let middles = zip(times, times.dropFirst()).map { earlier, later in
      Delay(microseconds: (earlier.microseconds + later.microseconds) / 2)
    }
    let distance = { (time: Delay) in abs(time.microseconds - own.microseconds) }
    return (times + middles).filter { $0 != own }
      .sorted { (distance($0), $0) < (distance($1), $1) }
  }
}
