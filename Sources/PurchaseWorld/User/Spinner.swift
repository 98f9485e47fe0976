internal import EventEngine

/// The modal spinner of a blocking interface, and the user's patience with it (P2).
struct Spinner {
  var isOpen = false
  /// The product of the tap that opened it.
  var product: ProductID?
  /// The intent of that tap.
  var intent: IntentID?
  /// Counts openings and restarts of patience, so that an outdated loss of patience is known.
  var serial: Int32 = 0
  /// How long the user waits.
  var patience = Delay.zero

  /// Whether a loss of patience is outdated, now and for ever.
  func isOutdated(_ serial: Int32) -> Bool { !isOpen || self.serial != serial }
}

/// The spinner (P2).
extension World {
  /// A tap opens the spinner; patience counts from now unless a sheet is up or appears.
  mutating func openSpinner(for intent: IntentID, product: ProductID) {
    guard design.ui == .blocking else { return }
    client.state.spinner.isOpen = true
    client.state.spinner.product = product
    client.state.spinner.intent = intent
    client.state.spinner.patience = luck.delay(.patience, user.state.spinners)
    user.state.spinners += 1
    note(.spinnerOpened)
    if store.state.sheet == nil { countPatience() } else { pausePatience() }
  }

  /// Patience counts from now.
  mutating func countPatience() {
    guard client.state.spinner.isOpen else { return }
    client.state.spinner.serial += 1
    calendar.schedule(
      .patience(spinner: client.state.spinner.serial), after: client.state.spinner.patience)
  }

  /// The user looks at a sheet and not at the spinner.
  mutating func pausePatience() {
    client.state.spinner.serial += 1
  }

  /// The flow or delivery of a product has ended, and its spinner closes.
  mutating func closeSpinner(of product: ProductID) {
    guard client.state.spinner.isOpen, client.state.spinner.product == product else { return }
    client.state.spinner.isOpen = false
    note(.spinnerClosed)
  }

  /// The spinner has outlasted the patience: the user kills the app and opens it again.
  mutating func losePatience(_ serial: Int32) {
    guard !client.state.spinner.isOutdated(serial), device.state.app == .foreground,
      let intent = client.state.spinner.intent
    else {
      return
    }
    user.intents[intent].flags.insert(.hung)
    note(.lostPatience)
    die(reopensAfter: reopeningDelay())
  }

  /// How long this user takes to open the app again.
  mutating func reopeningDelay() -> Delay {
    luck.delay(.reopens, device.state.process.place)
  }
}
