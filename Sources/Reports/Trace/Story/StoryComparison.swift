package import EventEngine
import PurchaseWorld

/// The stories of one user under two designs, side by side.
package struct StoryComparison: Sendable {
  /// What happened at one time, under one design or the same under both.
  package struct Row: Hashable, Sendable {
    package var first: TraceEvent?
    package var second: TraceEvent?
    /// Whether nothing more happens under the first design, and did in the row before.
    package var endsFirst = false
    /// The same of the second.
    package var endsSecond = false

    package var time: Instant { (first ?? second)?.time ?? .start }
  }

  package let first: Story
  package let second: Story
  /// What happened under both, up to the first difference.
  package let common: [TraceEvent]
  /// What happened from there on, in order of time.
  package let rows: [Row]

  /// - Precondition: both are told in the same language.
  package init(_ first: Story, _ second: Story) {
    precondition(first.language == second.language, "both lives are told in one language")
    (self.first, self.second) = (first, second)
    let same = zip(first.events, second.events).prefix { $0 == $1 }.count
    common = Array(first.events.prefix(same))
    var rows = StoryComparison.rows(first.events[same...], second.events[same...])
    let ends = [rows.lastIndex { $0.first != nil }, rows.lastIndex { $0.second != nil }]
      .map { ($0 ?? -1) + 1 }
    if ends[0] < rows.count { rows[ends[0]].endsFirst = first.endsEarly }
    if ends[1] < rows.count { rows[ends[1]].endsSecond = second.endsEarly }
    self.rows = rows
  }

  /// When the lives part; nil if they never do.
  package var parting: Instant? { rows.first?.time }

  /// What happened under one design from the first difference on.
  package func rest(of story: Story) -> [TraceEvent] { Array(story.events[common.count...]) }

  package var title: String {
    let designs = language("{0} against {1}", first.heading.design, second.heading.design)
    return first.heading.title(designs, language)
  }

  var language: Language { first.language }

  /// Merges both by time; of what happens at one time, the same stands side by side.
  private static func rows(
    _ first: ArraySlice<TraceEvent>, _ second: ArraySlice<TraceEvent>
  ) -> [Row] {
    var (first, second) = (first, second)
    var rows: [Row] = []
    while let time = [first.first?.time, second.first?.time].compactMap({ $0 }).min() {
      let left = Array(first.prefix { $0.time == time })
      let right = Array(second.prefix { $0.time == time })
      first.removeFirst(left.count)
      second.removeFirst(right.count)
      rows += aligned(left, right)
    }
    return rows
  }

  /// Sets the longest common subsequence of two lists side by side.
  private static func aligned(_ first: [TraceEvent], _ second: [TraceEvent]) -> [Row] {
    // How much the two have in common from each pair of places on.
    var common = Array(
      repeating: Array(repeating: 0, count: second.count + 1), count: first.count + 1)
    for left in first.indices.reversed() {
      for right in second.indices.reversed() {
        common[left][right] =
          first[left] == second[right]
          ? common[left + 1][right + 1] + 1 : max(common[left + 1][right], common[left][right + 1])
      }
    }
    var rows: [Row] = []
    // What only one of them has, since they last agreed.
    var alone: (first: [TraceEvent], second: [TraceEvent]) = ([], [])
    var (left, right) = (0, 0)
    while left < first.count || right < second.count {
      if left < first.count, right < second.count, first[left] == second[right] {
        rows += paired(alone.first, alone.second) + [Row(first: first[left], second: second[right])]
        (alone, left, right) = (([], []), left + 1, right + 1)
      } else if right == second.count
        || left < first.count && common[left + 1][right] >= common[left][right + 1]
      {
        alone.first.append(first[left])
        left += 1
      } else {
        alone.second.append(second[right])
        right += 1
      }
    }
    return rows + paired(alone.first, alone.second)
  }

  /// Sets two lists side by side, one of which may be longer.
  private static func paired(_ first: [TraceEvent], _ second: [TraceEvent]) -> [Row] {
    (0..<max(first.count, second.count)).map { place in
      Row(
        first: place < first.count ? first[place] : nil,
        second: place < second.count ? second[place] : nil)
    }
  }
}

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
      let timeless = visit.map(\.timeless)
      if visit[0].standsAlone || timeless != before {
        parts.append(.visit(visit))
      } else if case .again(let visits)? = parts.last {
        parts[parts.count - 1] = .again(visits + 1)
      } else {
        parts.append(.again(1))
      }
      // What is nobody's visit does not tell two visits apart.
      if !visit[0].standsAlone { before = timeless }
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
  var opensApp: Bool { first?.opensApp == true || second?.opensApp == true }
  var standsAlone: Bool { first?.standsAlone == true || second?.standsAlone == true }
  var timeless: Self { Self(first: first?.timeless, second: second?.timeless) }
}
