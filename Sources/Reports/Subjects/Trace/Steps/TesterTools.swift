import Methods
import EventEngine
import JSONText
import PurchaseWorld

/// How a tester brings about what a case says: in words, and with which tools of the store.
///
/// What the tools can do is told by their makers [D SKTestSession; D Testing an interrupted purchase; D Test your
/// Google Play Billing Library integration; D Test BillingResult response codes]; where none is named, none is known.
enum TesterTools {
  static func name(of store: Design.StoreKind, _ language: Language) -> String {
    switch store {
    case .storeKit1: "StoreKit 1"
    case .storeKit2: "StoreKit 2"
    case .playBilling: language("Play Billing")
    }
  }

  /// What must be there before the first step.
  /// - Parameter accounts: those that are logged in, if it is not one from first to last.
  static func needs(
    _ store: Design.StoreKind, accounts: [AccountID], _ language: Language
  ) -> String {
    let account =
      accounts.count < 2
      ? language("an account in it")
      : language("in it {0}", language.list(accounts.map { StoryWords.holder($0, language) }))
    return store == .playBilling
      ? language(
        "Needed: a device with Google Play whose account is a license tester, a test backend, and {0}.",
        account)
      : language(
        "Needed: a device or simulator with StoreKit testing in Xcode, or with a sandbox account; a test backend, and {0}.",
        account)
  }

  /// What is done, or is to happen, when a fault strikes.
  /// - Parameter item: what is bought.
  static func act(
    _ fault: Fault, of item: String, _ store: Design.StoreKind, _ language: Language
  ) -> String {
    switch fault {
    case .crash: language("let the app crash")
    case .appKill: language("kill the app")
    case .accountSwitch, .doubleTap:
      preconditionFailure("logins and taps are told when they come")
    case .networkLoss(let lasts): language("take the network away, for {0}", words(lasts))
    case .weakNetwork(let lasts, let slowdown):
      language(
        "make the network {0} times slower, for {1}", Numerals.short(Double(slowdown) / 1_000),
        words(lasts))
    case .replyLoss(let kinds): loss(of: kinds, language)
    case .interruption(let interruption): act(interruption, store, language)
    case .payloadLoss(.callback):
      language("let the purchase come back without what was given with it")
    case .payloadLoss(.relaunch):
      language(
        "once the app is opened again, let the purchase come back without what was given with it")
    case .duplicateCallback(let copies, let gap):
      language("let the purchase be told {0} times more, {1} apart", "\(copies)", words(gap))
    case .missedCallback: language("let the running app not be told of the purchase")
    case .reinstall: language("delete the app and install it anew")
    case .newDevice:
      language("go on with a new device of the same user, and install the app there")
    case .askToBuy(true, let answers):
      language("let the purchase wait for approval, which comes {0} later", words(answers))
    case .askToBuy(false, let answers):
      language("let the purchase wait for approval, which is refused {0} later", words(answers))
    case .delisting: language("take '{0}' off the backend's shelf", item)
    case .tokenExpiry(let lasts):
      language("let the session expire, for {0} or until the next login", words(lasts))
    case .staleReceipt(let lasts): language("let the receipt stay as it was, for {0}", words(lasts))
    case .backendOutage(let lasts): language("let the backend be down, for {0}", words(lasts))
    case .storeCheckOutage(let lasts):
      language("let the store not answer the backend's check, for {0}", words(lasts))
    case .refund: language("let the store give the money back")
    case .taskCancelled: language("close the screen that waits for the purchase")
    case .missedReplay(let replays, let lasts):
      miss(replays ?? (store == .storeKit2 ? .updates : .query), words(lasts), language)
    case .unverified(let lasts):
      language("let the device not check the purchase's signature, for {0}", words(lasts))
    case .serviceDisconnect(let lasts):
      language("take the connection to Google Play away, for {0}", words(lasts))
    case .missedNotification:
      language("drop the store's next notification of the purchase before the backend reads it")
    case .lateNotification(let delay):
      language("hold the store's next notification of the purchase back, for {0}", words(delay))
    }
  }

  private static func act(
    _ interruption: Interruption, _ store: Design.StoreKind, _ language: Language
  ) -> String {
    var words =
      interruption.code == .cancelled
      ? language("let the store interrupt the purchase, and tell the app that it is cancelled")
      : language("let the store interrupt the purchase, and tell the app that it has failed")
    if interruption.kills { words += language("; end the app meanwhile") }
    // What the store does by itself needs no words (S7, K7, G7).
    switch (interruption.dropsPayload, store) {
    case (true?, .playBilling):
      words += language("; let what is completed come without what was given with it")
    case (false?, .storeKit1), (false?, .storeKit2):
      words += language("; let what is completed come with what was given with it")
    default: break
    }
    return words
  }

  private static func loss(of kinds: RequestKinds, _ language: Language) -> String {
    switch kinds {
    case .verify: language("let the backend's next answer to a purchase get lost on its way")
    case .createOrder: language("let the backend's next answer to an order get lost on its way")
    case .records:
      language("let the backend's next answer to a question for records get lost on its way")
    case .calls:
      language("let the backend's next answer to another call get lost on its way")
    default: language("let the backend's next answer get lost on its way")
    }
  }

  private static func miss(_ replays: Replays, _ time: String, _ language: Language) -> String {
    switch replays {
    case .updates:
      language("let the store not bring up by itself what is unfinished, for {0}", time)
    case .query:
      language("let the store not answer with what is unfinished when it is asked, for {0}", time)
    default: language("let the store not bring up what is unfinished, for {0}", time)
    }
  }

  /// A time in days, hours, minutes and seconds: 9h 57m 39s.
  static func words(_ delay: Delay) -> String {
    var (rest, parts) = (delay.microseconds, [String]())
    let units: [(String, Int64)] = [
      ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000),
    ]
    for (name, size) in units where rest >= size {
      parts.append("\(rest / size)\(name)")
      rest %= size
    }
    if rest > 0 || parts.isEmpty { parts.append(Numerals.short(Double(rest) / 1_000_000) + "s") }
    return parts.joined(separator: " ")
  }

  /// The tools, a line each, or that there is none.
  static func lines(
    _ kind: FaultKind, _ store: Design.StoreKind, _ language: Language
  ) -> [String] {
    let tools = store == .playBilling ? ofPlay(kind, language) : ofStoreKit(kind, language)
    let both = tools + ofBoth(kind, language)
    return both.isEmpty ? [noTool(language)] : both.map { language("with: {0}", $0) }
  }

  static func noTool(_ language: Language) -> String {
    language(
      "no tool makes this; instead: {0}", language("a build for the test that does so itself"))
  }

  /// With a backend, a network and a hand, whatever the store.
  private static func ofBoth(_ kind: FaultKind, _ language: Language) -> [String] {
    switch kind {
    case .accountSwitch: [language("the app itself")]
    case .networkLoss:
      [
        language("a proxy that refuses what the app asks of the backend"),
        language("airplane mode"),
      ]
    case .replyLoss:
      [language("a proxy that lets the request pass and drops the answer")]
    case .reinstall: [language("the home screen, and Xcode or Android Studio")]
    case .newDevice:
      [language("a second device with the same store account, or the first one erased")]
    case .delisting: [language("the test backend's catalog")]
    case .tokenExpiry: [language("the test backend: end the session")]
    case .backendOutage: [language("the test backend stopped, or a proxy that refuses")]
    case .storeCheckOutage:
      [language("a test backend whose requests to the store lead nowhere")]
    case .doubleTap: [language("two taps, as fast as that")]
    case .taskCancelled: [language("the back button while the sheet is up")]
    default: []
    }
  }

  private static func ofStoreKit(_ kind: FaultKind, _ language: Language) -> [String] {
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
        + (kind == .spuriousCancel
          ? [language("a build that takes that failure for a cancel")] : [])
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

  private static func ofPlay(_ kind: FaultKind, _ language: Language) -> [String] {
    switch kind {
    case .crash, .appKill: [language("adb shell am force-stop, with the app's package")]
    case .networkLoss:
      [language("adb shell svc wifi disable, and svc data disable")]
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
