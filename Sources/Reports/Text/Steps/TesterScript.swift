import EventEngine
import JSONText
package import PurchaseWorld
package import Scenarios

/// A case as a numbered script for whoever tests with a device and the tools of the store.
package struct TesterScript {
  private let story: Story, store: Design.StoreKind, language: Language
  /// What is said of the order of the client's tasks; empty where they go on as they become ready.
  private let order: [String]
  private let catalog: Catalog, wishes: [Intent], faults: [Fault]
  private var lines: [String] = []
  private var number = 0
  private var last: Instant?

  /// - Parameter story: of the one life of the case.
  package init(
    _ story: Story, of scenario: Scenario, store: Design.StoreKind, _ language: Language = .en
  ) {
    (self.story, self.store, self.language) = (story, store, language)
    let script = scenario.population.script
    catalog = scenario.population.conditions.catalog
    (wishes, faults) = (script?.intents ?? [], script?.plan.map(\.fault) ?? [])
    order = TesterScript.order(of: scenario, language)
    for index in 0...lastTold { tell(index) }
    let staysAway = story.charges.contains { charge in
      if case .lost(_, .neverReopened) = charge.outcome.fate { true } else { false }
    }
    if !staysAway, let last {
      step(
        language("end the app and open it again, and wait some minutes, before this is judged"),
        at: last)
    }
  }

  /// A device need not go on with the tasks of a client in the order in which the case did.
  private static func order(of scenario: Scenario, _ language: Language) -> [String] {
    guard
      let design = scenario.designs.first(where: { $0.client != nil && $0.scheduling == .seeded })
    else { return [] }
    guard let number = design.interleaving else {
      return [
        language(
          "The order of the app's tasks matters, and is drawn: a device need not take it. Repeat the case, or hold tasks at breakpoints in the order of the trace."
        ), "",
      ]
    }
    return [
      language(
        "The order of the app's tasks matters: it is the drawn order {0}, which a device need not take. Repeat the case, or hold tasks at breakpoints in the order of the trace.",
        "\(number)"), "",
    ]
  }

  /// The whole text.
  package var text: String {
    let head = language(
      "{0}, for whoever tests with a device: {1}", story.heading.scenario.escapingControls,
      TesterTools.name(of: store, language))
    let seen = language("What is seen then, however often the app is opened:")
    let wanted = language(
      "What should be seen: whatever was paid for is there, in the account that paid, without anybody's help."
    )
    let parts = [
      [head, "", TesterTools.needs(store, language), ""], order, lines, ["", seen],
      story.charges.compactMap(sight).map { "  " + $0 }, story.endings.map { "  " + $0 }, [wanted],
    ]
    return parts.flatMap(\.self).joined(separator: "\n") + "\n"
  }

  /// The place of the last event that a tester has to do with: later only the app is opened again and again.
  private var lastTold: Int {
    let place = story.events.lastIndex { event in
      switch event.moment {
      case nil: event.kind == .fault
      case .tapped?, .confirmed?, .cancelled?, .completedInStore?, .charged?, .loggedIn?: true
      default: event.kind != .plain
      }
    }
    return place ?? story.events.endIndex - 1
  }

  /// What a tester sees of a lost charge; nil of another one.
  private func sight(_ charge: Story.Charge) -> String? {
    guard case .lost(let kind, _) = charge.outcome.fate else { return nil }
    let item = item(IntentID(charge.wish)).name
    return switch kind {
    case .undelivered:
      language(
        "the money is taken, by the store's list of purchases or the test backend's, and '{0}' is not in the app",
        item)
    case .crossed:
      language(
        "the money for '{0}' is taken, by the store's list of purchases or the test backend's, and another item is in the app",
        item)
    case .misdelivered:
      language(
        "the money for '{0}' is taken, by the store's list of purchases or the test backend's, and the goods are in another account",
        item)
    }
  }

  /// What app, store or backend did last before an event, where no step tells it: a breakpoint behind it holds the moment.
  private func behind(_ index: Int) -> String? {
    let last = story.events[..<index].last { $0.kind == .plain && $0.moment != nil }
    guard let last, let moment = last.moment, words(moment) == nil,
      [.app, .store, .backend].contains(last.actor)
    else { return nil }
    return language("at the moment behind: {0}: {1}", last.actor.name(language), last.text)
  }

  private mutating func tell(_ index: Int) {
    let event = story.events[index]
    guard let moment = event.moment else {
      // An outage of all users is no fault of a plan.
      if event.kind == .fault { step(event.text, at: event.time) }
      return
    }
    if case .faultStruck(let planned) = moment {
      let fault = faults[planned.place]
      step(TesterTools.act(fault, language), at: event.time)
      if let behind = behind(index) { lines.append("      " + behind.escapingControls) }
      lines += TesterTools.lines(fault.kind, store, language).map { "      " + $0 }
    } else if event.kind == .drop {
      lines.append("      ✗ " + event.text.escapingControls)
    } else if let words = words(moment) {
      step(words, at: event.time)
    }
  }

  private mutating func step(_ words: String, at time: Instant) {
    number += 1
    let wait = last.map { time - $0 } ?? .zero
    last = time
    let told = wait == .zero ? words : language("{0} later: {1}", TesterTools.words(wait), words)
    let place = String(repeating: " ", count: number < 10 ? 1 : 0) + "\(number). "
    lines.append(place + told.escapingControls)
  }

  /// What the tester does or waits for; nil for what app, store and backend do by themselves.
  private func words(_ moment: Trace.Moment) -> String? {
    switch moment {
    case .launched where number == 0: language("open the app")
    case .launched: language("open the app again")
    case .cameToFront: language("come back to the app")
    case .left: language("leave the app, without ending it")
    case .evicted: language("end the app while it is in the background")
    case .lostPatience: language("the spinner still turns: end the app")
    case .reinstalled: language("delete the app and install it anew")
    case .loggedIn: language("log in again")
    case .retriedByHand: language("try again from the page that lists what is missing")
    case .tapped(let wish):
      language(
        "tap Buy for '{0}', which the store sells as '{1}'", item(wish).name, product(wish).name)
    case .confirmed: language("pay on the store's sheet")
    case .cancelled: language("cancel the store's sheet")
    case .completedInStore: language("complete the purchase in the store")
    case .charged: language("wait until the store has taken the money")
    case .linkUp: language("let the network be there again")
    default: nil
    }
  }

  private func item(_ wish: IntentID) -> Catalog.Item { catalog.items[wishes[wish.place].item] }
  private func product(_ wish: IntentID) -> Catalog.Product { catalog.products[item(wish).product] }
}
