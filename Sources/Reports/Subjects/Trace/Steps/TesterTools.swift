import Methods
import EventEngine
import JSONText
import PurchaseWorld

/// How a tester reproduces the events of a case: in words, and with tools of the store.
///
/// The capabilities are documented by the vendors [D SKTestSession; D Testing an interrupted
/// purchase; D Test your Google Play Billing Library integration; D Test BillingResult response
/// codes]. If no tool is named, none is known.
struct TesterTools {
  let store: Design.StoreKind, language: Language

  var storeName: String {
    switch store {
    case .storeKit1: "StoreKit 1"
    case .storeKit2: "StoreKit 2"
    case .playBilling: language("Play Billing")
    }
  }

  /// Requirements before the first step.
  /// - Parameter accounts: accounts that are logged in, unless it is the same one throughout.
  func needs(accounts: [AccountID]) -> String {
    let account =
      accounts.count < 2
      ? language("an account in it")
      : language("in it {0}", language.list(accounts.map { TraceText.holder($0, language) }))
    return store == .playBilling
      ? language(
        "Needed: a device with Google Play whose account is a license tester, a test backend, and {0}.",
        account)
      : language(
        "Needed: a device or simulator with StoreKit testing in Xcode, or with a sandbox account; a test backend, and {0}.",
        account)
  }

  /// Action of the tester when a fault occurs.
  /// - Parameter item: the bought item.
  func act(_ fault: Fault, of item: String) -> String {
    switch fault {
    case .crash: language("make the app crash")
    case .appKill: language("kill the app")
    case .accountSwitch, .doubleTap: preconditionFailure("logins and taps have steps of their own")
    case .networkLoss(let lasts): language("cut the network for {0}", words(lasts))
    case .weakNetwork(let lasts, let slowdown):
      language(
        "make the network {0} times slower for {1}", NumberFormat.short(Double(slowdown) / 1_000),
        words(lasts))
    case .replyLoss(let kinds): loss(of: kinds)
    case .interruption(let interruption): act(interruption)
    case .payloadLoss(.callback):
      language("make the store return this purchase without its payload")
    case .payloadLoss(.relaunch):
      language(
        "after the app is opened again, make the store return this purchase without its payload")
    case .duplicateCallback(let copies, let gap):
      language(
        "make the store call back the purchase {0} more times, {1} apart", "\(copies)", words(gap))
    case .missedCallback: language("suppress the callback of the purchase to the running app")
    case .reinstall: language("delete the app and reinstall it")
    case .newDevice:
      language("continue with a new device of the same user, and install the app there")
    case .askToBuy(true, let answers):
      language("make the purchase wait for approval, which is granted {0} later", words(answers))
    case .askToBuy(false, let answers):
      language("make the purchase wait for approval, which is refused {0} later", words(answers))
    case .delisting: language("take '{0}' off sale in the backend", item)
    case .tokenExpiry(let lasts):
      language("make the session expire, for {0} or until the next login", words(lasts))
    case .staleReceipt(let lasts): language("keep the receipt stale for {0}", words(lasts))
    case .backendOutage(let lasts): language("take the backend down for {0}", words(lasts))
    case .storeCheckOutage(let lasts):
      language("make the store leave the backend's check unanswered for {0}", words(lasts))
    case .refund: language("make the store refund the purchase")
    case .taskCancelled: language("close the screen that waits for the purchase")
    case .missedReplay(let replays, let lasts):
      miss(replays ?? (store == .storeKit2 ? .updates : .query), words(lasts))
    case .unverified(let lasts):
      language("make the device fail to verify the purchase's signature for {0}", words(lasts))
    case .serviceDisconnect(let lasts):
      language("cut the connection to Google Play for {0}", words(lasts))
    case .missedNotification:
      language("drop the store's next notification of the purchase before the backend reads it")
    case .lateNotification(let delay):
      language("delay the store's next notification of the purchase by {0}", words(delay))
    }
  }

  /// Action for an interruption of a purchase.
  private func act(_ interruption: StoreInterruption) -> String {
    var words =
      interruption.code == .cancelled
      ? language("make the store interrupt the purchase and report it to the app as cancelled")
      : language("make the store interrupt the purchase and report it to the app as failed")
    if interruption.kills { words += language("; end the app meanwhile") }
    // The store's default behaviour needs no words (S7, K7, G7).
    switch (interruption.dropsPayload, store) {
    case (true?, .playBilling):
      words += language("; make the completed purchase arrive without its payload")
    case (false?, .storeKit1), (false?, .storeKit2):
      words += language("; make the completed purchase arrive with its payload")
    default: break
    }
    return words
  }

  /// Action for a lost answer of the backend.
  private func loss(of kinds: RequestKinds) -> String {
    switch kinds {
    case .verify: language("drop the backend's next answer to a purchase")
    case .createOrder: language("drop the backend's next answer to an order")
    case .records: language("drop the backend's next answer to a query for records")
    case .calls: language("drop the backend's next answer to another call")
    default: language("drop the backend's next answer")
    }
  }

  /// Action for unfinished purchases that the store does not report.
  private func miss(_ replays: RedeliveryRoutes, _ time: String) -> String {
    switch replays {
    case .updates:
      language("stop the store from reporting unfinished purchases unasked, for {0}", time)
    case .query:
      language("stop the store from returning unfinished purchases to queries, for {0}", time)
    default: language("stop the store from reporting unfinished purchases, for {0}", time)
    }
  }

  /// Time in days, hours, minutes and seconds: 9h 57m 39s.
  func words(_ delay: Delay) -> String {
    var (rest, parts) = (delay.microseconds, [String]())
    let units: [(String, Int64)] = [("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000)]
    for (name, size) in units where rest >= size {
      parts.append("\(rest / size)\(name)")
      rest %= size
    }
    if rest > 0 || parts.isEmpty {
      parts.append(NumberFormat.short(Double(rest) / 1_000_000) + "s")
    }
    return parts.joined(separator: " ")
  }

  /// The tools, one per line, or a line that there is none.
  func lines(_ kind: FaultKind) -> [String] {
    let both = (store == .playBilling ? ofPlay(kind) : ofStoreKit(kind)) + ofBoth(kind)
    if both.isEmpty { return [noTool] }
    let alternatives = both.enumerated().map { index, tool in
      index == 0 ? language("with: {0}", tool) : language("or: {0}", tool)
    }
    return kind == .spuriousCancel && store != .playBilling
      ? alternatives + [language("and: a build that treats that failure as a cancel")]
      : alternatives
  }

  var noTool: String {
    language("no tool does this; instead: {0}", language("a test build that does it itself"))
  }

  /// Tools that work with every store: backend, network, and by hand.
  private func ofBoth(_ kind: FaultKind) -> [String] {
    switch kind {
    case .accountSwitch: [language("the app itself")]
    case .networkLoss:
      [
        language("a proxy that refuses the app's requests to the backend"),
        language("airplane mode"),
      ]
    case .replyLoss: [language("a proxy that forwards the request and drops the answer")]
    case .reinstall: [language("the home screen, and Xcode or Android Studio")]
    case .newDevice:
      [language("a second device with the same store account, or the first one erased")]
    case .delisting: [language("the test backend's catalog")]
    case .tokenExpiry: [language("the test backend: end the session")]
    case .backendOutage: [language("the test backend stopped, or a proxy that refuses")]
    case .storeCheckOutage: [language("a test backend whose requests to the store fail")]
    case .doubleTap: [language("two quick taps")]
    case .taskCancelled: [language("the back button while the sheet is shown")]
    default: []
    }
  }

  /// Tools for StoreKit 1 and 2.
  private func ofStoreKit(_ kind: FaultKind) -> [String] {
    switch kind {
    case .crash, .appKill:
      [language("Stop in Xcode, or the app switcher; a breakpoint holds the moment")]
    case .networkLoss: [language("Network Link Conditioner, profile '100% Loss'")]
    case .weakNetwork: [language("Network Link Conditioner, profile 'Very Bad Network'")]
    case .spuriousCancel, .spuriousFailure:
      [
        language(
          "StoreKit testing: interruptedPurchasesEnabled = true, then resolveIssueForTransaction(identifier:)"
        ),
        language(
          "a sandbox account with Interrupt Purchases (App Store Connect), then its terms accepted on the device"
        ),
      ]
    case .askToBuy:
      [
        language(
          "StoreKit testing: askToBuyEnabled = true, then approveAskToBuyTransaction(identifier:) or declineAskToBuyTransaction(identifier:)"
        )
      ]
    case .unverified:
      [
        language(
          "StoreKit testing: setSimulatedError(.verification(.invalidSignature), forAPI: .verification)"
        )
      ]
    case .refund:
      [
        language(
          "StoreKit testing: refundTransaction(identifier:), or Xcode's list of transactions")
      ]
    default: []
    }
  }

  /// Tools for Play Billing.
  private func ofPlay(_ kind: FaultKind) -> [String] {
    switch kind {
    case .crash, .appKill: [language("adb shell am force-stop, with the app's package")]
    case .networkLoss: [language("adb shell svc wifi disable, and svc data disable")]
    case .weakNetwork: [language("the emulator's network delay and speed")]
    case .askToBuy:
      [
        language(
          "a license tester's 'Slow test card, approves after a few minutes', or the one that declines"
        )
      ]
    case .refund: [language("the order in Play Console, refunded")]
    case .serviceDisconnect:
      [language("Play Billing Lab's Response Simulator: SERVICE_DISCONNECTED")]
    default: []
    }
  }
}
