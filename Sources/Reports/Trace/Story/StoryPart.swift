import EventEngine
import PurchaseWorld

/// What is told in order of time, and folded where visits repeat.
protocol Tellable: Hashable {
  /// Whether a visit or a relaunch begins with it.
  var opensApp: Bool { get }
  /// Whether it belongs to no visit: an outage of all users, the state at the horizon.
  var standsAlone: Bool { get }
  /// The same without its time, by which visits are compared.
  var timeless: Self { get }
}

/// A part of what people are told: visits in which the same happens as before are counted.
enum StoryPart<Told: Tellable> {
  /// What happened in a visit, or beside all visits.
  case visit([Told])
  /// How many visits more went like the one before.
  case again(Int)

  /// What stands for visits in which nothing new happens; empty for a visit.
  func words(_ language: Language) -> String {
    guard case .again(let visits) = self else { return "" }
    return visits == 1
      ? language("… and the same in 1 more visit")
      : language("… and the same in {0} more visits", "\(visits)")
  }

  static func parts(of told: [Told]) -> [StoryPart] {
    var parts: [StoryPart] = []
    var before: [Told] = []
    for visit in visits(in: told) {
      // What is nobody's visit does not tell two visits apart.
      guard !visit[0].standsAlone else {
        parts.append(.visit(visit))
        continue
      }
      let timeless = visit.map(\.timeless)
      if timeless != before {
        parts.append(.visit(visit))
      } else if case .again(let visits)? = parts.last {
        parts[parts.count - 1] = .again(visits + 1)
      } else {
        parts.append(.again(1))
      }
      before = timeless
    }
    return parts
  }

  /// Parts what happened where the app is opened or comes back, and around what stands alone.
  private static func visits(in told: [Told]) -> [[Told]] {
    var visits: [[Told]] = []
    var isAlone = true
    for element in told {
      if isAlone || element.standsAlone || element.opensApp {
        visits.append([element])
      } else {
        visits[visits.count - 1].append(element)
      }
      isAlone = element.standsAlone
    }
    return visits
  }
}

extension TraceEvent: Tellable {
  var opensApp: Bool { moment == .launched || moment == .cameToFront }

  var standsAlone: Bool { moment == nil }

  var timeless: TraceEvent {
    var event = self
    event.time = .start
    return event
  }
}

extension StoryComparison.Row: Tellable {
  var opensApp: Bool { first?.opensApp ?? false || second?.opensApp ?? false }

  var standsAlone: Bool { first?.standsAlone ?? false || second?.standsAlone ?? false }

  var timeless: StoryComparison.Row {
    StoryComparison.Row(first: first?.timeless, second: second?.timeless)
  }
}
