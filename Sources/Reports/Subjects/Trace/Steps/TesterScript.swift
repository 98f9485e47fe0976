import EventEngine
import JSONText
package import PurchaseWorld
package import Scenarios

/// A case as numbered steps for a tester with a device and the store's tools.
package struct TesterScript {
  private let story: AnnotatedTrace, tools: TesterTools, language: Language
  /// Text before the steps: order of the client's tasks, and preparations.
  private let preface: [String]
  private let catalog: Catalog, plannedIntents: [Intent], plan: [PlannedFault]
  /// Name of the design after the update, if there is one.
  private let next: String?
  /// Outages of all users that remain to be printed.
  private var outages: ArraySlice<Outage>
  private var deviceState: DeviceState
  private var lines: [String] = []
  private var number = 0
  private var last: Instant?

  /// State of the tester's device.
  private struct DeviceState {
    var wasOpened = false, isOpen = false, isUnderSheet = false
    var isGuest: Bool
    var tapped: Set<IntentID> = []
    /// Second taps of double taps: intent and time.
    var secondTaps: [(intentIndex: Int, time: Instant)] = []

    mutating func pass(_ moment: Trace.Occurrence) {
      switch moment {
      case .launched: wasOpened = true
      case .ready, .cameToFront: isOpen = true
      case .left, .evicted, .died: (isOpen, isUnderSheet) = (false, false)
      case .sheetShown: isUnderSheet = true
      case .confirmed, .cancelled, .interrupted: isUnderSheet = false
      case .accountSwitched: isGuest = false
      default: break
      }
    }
  }

  /// - Parameter story: story of the case's user.
  package init(
    _ story: AnnotatedTrace, of scenario: Scenario, store: Design.StoreKind,
    _ language: Language = .en
  ) {
    (self.story, self.language) = (story, language)
    tools = TesterTools(store: store, language: language)
    let (conditions, script) = (scenario.population.conditions, scenario.population.script)
    catalog = conditions.catalog
    (plannedIntents, plan) = (script?.intents ?? [], script?.plannedFaults ?? [])
    next = scenario.designs.first?.update?.design.name
    outages = conditions.outages.sorted { $0.start < $1.start }[...]
    deviceState = DeviceState(isGuest: conditions.behavior.guestShare == .always)
    let accounts = Preparations.accounts(in: story)
    preface =
      [tools.needs(accounts: accounts), ""] + TesterScript.order(of: scenario, language)
      + Preparations.lines(conditions, accounts: accounts, tools)
    for index in 0...lastRelevant { addSteps(index) }
    let staysAway = story.charges.contains { charge in
      if case .lost(_, .neverReopened) = charge.outcome.status { true } else { false }
    }
    if !staysAway, let last {
      let words = language("before judging this, end the app, open it again, and wait some minutes")
      step(words, at: last)
    }
  }

  /// A device may run a client's tasks in another order than the case did.
  private static func order(of scenario: Scenario, _ language: Language) -> [String] {
    guard
      let design = scenario.designs.first(where: { $0.client != nil && $0.scheduling == .seeded })
    else { return [] }
    let words =
      design.interleaving.map { number in
        language(
          "The order of the app's tasks matters: it is the random order {0}, and a device may use"
            + " another one. Repeat the case, or hold tasks at breakpoints in the order of the trace.",
          "\(number)")
      }
      ?? language(
        "The order of the app's tasks matters and is random: a device may use another order."
          + " Repeat the case, or hold tasks at breakpoints in the order of the trace.")
    return [words, ""]
  }

  /// The whole text.
  package var text: String {
    let head = language(
      "{0}, steps for a tester with a device: {1}", story.heading.scenario.escapingControls,
      tools.storeName)
    let seen = language("Result, however often the app is opened:")
    let wanted = language(
      "Expected: everything that was paid for is there, in the account that paid, without a human's"
        + " help.")
    let parts = [
      [head, ""], preface, lines, ["", seen],
      story.charges.compactMap(sight).map { "  " + $0 }, story.endings.map { "  " + $0 }, [wanted],
    ]
    return parts.flatMap(\.self).joined(separator: "\n") + "\n"
  }

  /// Index of the last event that concerns a tester; later ones only open the app repeatedly.
  private var lastRelevant: Int {
    let place = story.events.lastIndex { event in
      switch event.occurrence {
      case nil: event.kind == .fault
      case .tapped?, .confirmed?, .cancelled?, .completedInStore?, .charged?, .loggedIn?,
        .accountSwitched?, .updated?:
        true
      default: event.kind != .plain
      }
    }
    return place ?? story.events.endIndex - 1
  }

  /// What a tester sees of a lost charge; nil for other charges.
  private func sight(_ charge: AnnotatedTrace.Charge) -> String? {
    guard case .lost(let kind, _) = charge.outcome.status else { return nil }
    let item = item(IntentID(charge.intentIndex)).name
    return switch kind {
    case .undelivered:
      language(
        "the purchase list of the store or the test backend shows the charge, but '{0}' is not in"
          + " the app", item)
    case .crossed:
      language(
        "the purchase list of the store or the test backend shows the charge for '{0}', but"
          + " another item is in the app", item)
    case .misdelivered:
      language(
        "the purchase list of the store or the test backend shows the charge for '{0}', but"
          + " the goods are in another account", item)
    }
  }

  // Events.

  /// Adds the steps of an event.
  private mutating func addSteps(_ index: Int) {
    let event = story.events[index]
    guard let moment = event.occurrence else {
      if event.kind == .fault { addOutage(at: event.time) }
      return
    }
    switch moment {
    case .faultOccurred(let planned): addSteps(plan[planned.index], at: index)
    case .accountSwitched(let account): addSwitch(to: account, at: index)
    case .tapped(let intentIndex, _): addTap(for: intentIndex, at: event.time)
    case .launched: step(opening(index), at: event.time)
    // The fault has a step of its own.
    case .reinstalled where [.reinstall, .newDevice].contains(fault(before: index)): break
    case _ where event.kind == .drop: lines.append("      ✗ " + event.text.escapingControls)
    default: if let words = words(moment) { step(words, at: event.time) }
    }
    deviceState.pass(moment)
  }

  /// An outage of all users is not a fault of a plan.
  private mutating func addOutage(at time: Instant) {
    guard let outage = outages.popFirst() else { return }
    let fault: Fault =
      outage.target == .backend
      ? .backendOutage(lasts: outage.lasts) : .storeCheckOutage(lasts: outage.lasts)
    step(tools.act(fault, of: ""), at: time)
    indent(tools.lines(fault.kind))
  }

  /// Adds the steps of a fault, with its tools.
  private mutating func addSteps(_ planned: PlannedFault, at index: Int) {
    let time = story.events[index].time
    switch planned.fault {
    // The second tap and the account switch have steps of their own at their time.
    case .doubleTap(let gap, _): deviceState.secondTaps.append((planned.intentIndex, time + gap))
    case .accountSwitch: break
    default:
      step(tools.act(planned.fault, of: item(IntentID(planned.intentIndex)).name), at: time)
      addMoment(before: index)
      indent(tools.lines(planned.fault.kind))
      if [.reinstall, .newDevice].contains(planned.fault.kind), !deviceState.isGuest {
        indent([language("when the app opens and asks, log in as before")])
      }
    }
  }

  /// Adds the steps of a login or an account switch.
  private mutating func addSwitch(to account: AccountID, at index: Int) {
    let isFault = fault(before: index) == .accountSwitch
    let name = TraceText.holder(account, language)
    // Logging in needs an open app without a sheet over it.
    let canDo = deviceState.isOpen && !deviceState.isUnderSheet
    let words =
      switch (canDo, deviceState.isGuest) {
      case (false, _): language("make {0} the account that is logged in", name)
      case (true, true): language("log in as {0}", name)
      case (true, false): language("log out, and log in as {0}", name)
      }
    step(words, at: story.events[index].time)
    if isFault { addMoment(before: index - 1) }
    if !canDo {
      indent([tools.noTool])
    } else if isFault {
      indent(tools.lines(.accountSwitch))
    }
  }

  /// Adds the step of a tap.
  private mutating func addTap(for intentIndex: IntentID, at time: Instant) {
    let isFirst = deviceState.tapped.insert(intentIndex).inserted
    let second = deviceState.secondTaps.firstIndex {
      $0.intentIndex == intentIndex.index && $0.time <= time
    }
    let item = item(intentIndex)
    guard !isFirst, let second else {
      let product = catalog.products[item.productIndex].name
      return step(
        language("tap Buy for '{0}', which the store sells as '{1}'", item.name, product), at: time)
    }
    step(language("tap Buy for '{0}' again", item.name), at: time)
    if deviceState.secondTaps.remove(at: second).time == time { indent(tools.lines(.doubleTap)) }
  }

  /// Step that opens the app.
  private func opening(_ index: Int) -> String {
    let isUpdate = story.events[(index + 1)...].first?.occurrence == .updated
    if isUpdate, let next {
      return language("install the app's new version, '{0}', over the old one, and open it", next)
    }
    return deviceState.wasOpened ? language("open the app again") : language("open the app")
  }

  /// Action or wait of the tester; nil for automatic events of app, store and backend.
  private func words(_ moment: Trace.Occurrence) -> String? {
    switch moment {
    case .cameToFront: language("return to the app")
    case .left: language("leave the app, without ending it")
    case .evicted: language("end the app while it is in the background")
    case .lostPatience: language("the spinner is still shown: end the app")
    case .reinstalled: language("delete the app and reinstall it")
    case .loggedIn: language("log in again")
    case .retriedByHand: language("retry from the page that lists missing purchases")
    case .confirmed: language("pay on the payment sheet")
    case .cancelled: language("cancel the payment sheet")
    case .completedInStore: language("complete the purchase in the store")
    case .charged: language("check that the store has charged")
    case .linkUp: language("restore the network")
    default: nil
    }
  }

  /// The fault just before an event, except a death that the fault causes.
  private func fault(before index: Int) -> FaultKind? {
    let last = story.events[..<index].last { $0.occurrence != .died }
    guard case .faultOccurred(let planned)? = last?.occurrence else { return nil }
    return plan[planned.index].fault.kind
  }

  // Lines.

  /// The last event of app, store or backend before a step, if no step mentions it: a breakpoint
  /// after it reproduces the moment.
  private mutating func addMoment(before index: Int) {
    let last = story.events[..<index].last { $0.kind == .plain && $0.occurrence != nil }
    guard let last, let moment = last.occurrence, words(moment) == nil, moment != .launched,
      [.app, .store, .backend].contains(last.actor)
    else { return }
    indent([language("right after this event: {0} {1}", last.actor.name(language), last.text)])
  }

  private mutating func indent(_ more: [String]) {
    lines += more.map { "      " + $0.escapingControls }
  }

  private mutating func step(_ words: String, at time: Instant) {
    number += 1
    let wait = last.map { time - $0 } ?? .zero
    last = time
    let line = wait == .zero ? words : language("{0} later: {1}", tools.words(wait), words)
    let place = String(repeating: " ", count: number < 10 ? 1 : 0) + "\(number). "
    lines.append(place + line.escapingControls)
  }

  private func item(_ intentIndex: IntentID) -> Catalog.Item {
    catalog.items[plannedIntents[intentIndex.index].itemIndex]
  }
}
