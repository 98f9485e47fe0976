import EventEngine
import JSONText
package import PurchaseWorld
package import Scenarios

/// A case as a numbered script for whoever tests with a device and the tools of the store.
package struct TesterScript {
  private let story: Story, store: Design.StoreKind, language: Language
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
    for event in story.events.prefix(through: lastTold) { tell(event) }
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
      [head, "", TesterTools.needs(store, language), ""], lines, ["", seen],
      story.endings.map { "  " + $0 }, [wanted],
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

  private mutating func tell(_ event: TraceEvent) {
    guard let moment = event.moment else {
      // An outage of all users is no fault of a plan.
      if event.kind == .fault { step(event.text, at: event.time) }
      return
    }
    if case .faultStruck(let planned) = moment {
      let fault = faults[planned.place]
      step(TesterTools.act(fault, language), at: event.time)
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
