/// One rule of the world, in short; an article states it in full.
package struct WorldRule: Hashable, Sendable {
  /// Its number, by which traces and meanings name it, such as `C4`.
  package var code: String
  /// Its heading in the article.
  package var title: String
  /// What it says, in one or two sentences.
  package var meaning: String
  /// The article that states it.
  package var article: String

  /// The rules in the order of the articles, those of one article after the other.
  package static let all: [WorldRule] = store + device + client + backend + user

  /// The rule of a code.
  package static func of(_ code: some StringProtocol) -> WorldRule? {
    all.first { $0.code == code }
  }

  private static func stated(
    in article: String, _ rules: [(code: String, title: String, meaning: String)]
  ) -> [WorldRule] {
    rules.map { WorldRule(code: $0.code, title: $0.title, meaning: $0.meaning, article: article) }
  }
}

extension WorldRule {
  /// How the payment queue of StoreKit 1 behaves.
  fileprivate static let store = stated(
    in: "StoreRules",
    [
      (
        "S1", "One sheet at a time",
        """
        The store shows one payment sheet at a time, in the order of `addPayment`. Until it is \
        charged, a transaction has no identifier.
        """
      ),
      (
        "S2", "Cancel or pay",
        """
        A cancelled sheet calls `failed` back at once. A paid one is charged after the \
        processing time: the transaction gets its identifier, enters the receipt, and \
        `purchased` is called back.
        """
      ),
      (
        "S3", "When callbacks reach the app",
        """
        A callback reaches the app only while it runs in the foreground with its observer \
        attached. Every attachment calls all charged, unfinished transactions back, the oldest \
        charge first.
        """
      ),
      (
        "S4", "The sheet outlives the process",
        """
        The sheet belongs to the system: when the process dies under it, the user can still \
        pay.
        """
      ),
      (
        "S5", "An unfinished purchase blocks the next one",
        """
        A product with a charged, unfinished transaction cannot be charged again. The user is \
        told that it is already bought and will be restored for free; by default the app gets \
        nothing after `purchasing`.
        """
      ),
      (
        "S6", "What the receipt lists",
        """
        The one receipt lists every charged, unfinished transaction of the Apple ID, the newest \
        first. When it is finished, a consumable leaves the receipt; a non-renewing \
        subscription stays in it.
        """
      ),
      (
        "S7", "Interruption",
        """
        Before the confirmation the store needs something first: `failed` is called back, and \
        later the user completes the purchase in the store. That is a new transaction of the \
        same intent, by default without payload. A sheet that is about to be cancelled it does \
        not strike.
        """
      ),
      (
        "S8", "A payload can be lost",
        """
        The payload can come back empty on the device, in this callback and every later one of \
        the transaction. The store's server keeps its copy (B8).
        """
      ),
      (
        "S9", "Ask to Buy",
        """
        When somebody else has to approve, the confirmation leads to `deferred`. With the \
        approval the charge comes at once, then `purchased`; without it nothing comes at all.
        """
      ),
      (
        "S10", "Refunds are silent",
        "The store tells nobody about a refund, unless server notifications are used (B8)."
      ),
      (
        "S11", "A finished transaction is gone",
        """
        Once a transaction is finished, the next purchase of its product is a new charge. A \
        copy that was due after the finish is not called back.
        """
      ),
    ])
}

extension WorldRule {
  /// The process, what the device keeps, and the link to the backend.
  fileprivate static let device = stated(
    in: "DeviceRules",
    [
      (
        "D1", "Memory lives as long as the process",
        """
        Memory lives exactly as long as the process; what arrives for a dead one is discarded. \
        A request that has not reached the backend by then is lost; one that has is still \
        carried out.
        """
      ),
      (
        "D2", "Sandbox and keychain",
        """
        The sandbox survives the death of the process but not a reinstallation; the keychain \
        survives both but not a new device. What the server keeps survives all three.
        """
      ),
      (
        "D3", "The link",
        """
        A request that is sent while the link is down fails at once; what is in flight when it \
        goes down is lost, and the client learns of that by its timeout. A weak link multiplies \
        latencies.
        """
      ), ("D4", "A lost reply", "The backend did the work and the client does not know it."),
      (
        "D5", "The background",
        """
        Nothing runs in the background. Timers and replies wait for the foreground, but \
        timeouts go on counting.
        """
      ),
    ])
}

extension WorldRule {
  /// What the app does with a tap, with a callback and with a reply.
  fileprivate static let client = stated(
    in: "ClientRules",
    [
      (
        "C1", "The tap",
        """
        A tap is ignored while the spinner blocks the screen. Otherwise `repurchase` decides \
        first what it does while something of its product waits.
        """
      ),
      (
        "C2", "No order, no payment",
        """
        With `orderFirst` the client asks for an order before `addPayment`. If it gets none, an \
        error is shown and nothing is charged.
        """
      ),
      (
        "C3", "When records are written",
        """
        Records are written at the moments in `records.at`. At `purchased` the transaction's \
        identifier goes into the record that bound it, or into a new one; an unbound \
        transaction gets no record.
        """
      ),
      (
        "C4", "Failed",
        """
        At `failed` the client finishes the failed transaction, unless `onFailed` keeps it. If \
        the code is in `records.clearOn`, the newest record of that product without a \
        transaction identifier is wiped.
        """
      ),
      (
        "C5", "Binding",
        """
        At `purchased` item and account are bound, each by the first source of its list that \
        answers; what the ledger knows as delivered is only finished. Without an item \
        `binding.unbound` decides, and with an account that is not logged in \
        `binding.otherAccount`.
        """
      ),
      (
        "C6", "Finishing early",
        """
        With `finish = onCallback` the client keeps the receipt, then finishes the transaction; \
        every try sends that copy. With every other value each try reads the receipt of its own \
        moment.
        """
      ),
      (
        "C7", "The delivery task",
        """
        A task asks for an order if it needs one, then sends `verify`. `delivered` and \
        `duplicate` finish the transaction and wipe its record; a rejection leads to \
        `onRejection`, an error or no answer to `retry`.
        """
      ),
      (
        "C8", "Triggers",
        """
        On each trigger in `retry.resumeOn` every waiting record gets a task again, from the \
        first delay. A task that waits for its next try makes it now; one whose request is in \
        flight is left alone.
        """
      ),
      (
        "C9", "The recovery page",
        """
        With `retry.then = recoveryPage` the user is told that the delivery failed, and can try \
        by hand. A delivery from that page is a rescue.
        """
      ),
      (
        "C10", "Guests",
        """
        `guest` decides what a guest's tap leads to: a login first, or a purchase as the \
        device, whose delivery waits for the login. At the login whatever names the device \
        moves to the account that logs in.
        """
      ),
      (
        "C11", "Deferred",
        """
        `deferred` ends the flow of the tap: the spinner closes, the record stays, nothing is \
        finished. With `onDeferred = ignore` the spinner goes on.
        """
      ),
    ])
}

extension WorldRule {
  /// Orders, verification and delivery.
  fileprivate static let backend = stated(
    in: "BackendRules",
    [
      (
        "B1", "Orders",
        """
        `createOrder` answers with an order, or with `notForSale` when the item is off the \
        shelf.
        """
      ),
      (
        "B2", "The session's token",
        """
        Every request is made under the token of the session; an expired one answers \
        `unauthorised`. A client that recognises the answer asks for a login and tries once \
        more, any other takes it for an error.
        """
      ),
      (
        "B3", "Verification",
        """
        The backend has the store check the receipt: before it answers, or with asynchronous \
        verification after it has answered `accepted`. If all asynchronous checks fail, nobody \
        tells the client.
        """
      ),
      (
        "B4", "Which entry of the receipt counts",
        """
        `server.entry` decides: the newest entry, that of the transaction that the request \
        names, or beside it every other not yet delivered. If nothing is found, the answer is \
        `rejected`.
        """
      ),
      (
        "B5", "Duplicates",
        """
        The backend looks the dedupe key (`server.dedupe`) up before it asks what to deliver. \
        What was delivered already answers `duplicate`.
        """
      ),
      (
        "B6", "What to deliver",
        """
        The item of the order is delivered, else the item that the client named, else with \
        `server.lateOrder` that of the newest undelivered order or of one made now; otherwise \
        the answer is `rejected`. An order that is made now is subject to the shelf (B1).
        """
      ),
      (
        "B7", "To whom",
        """
        The goods go to the owner of the order; without an order, to the account named; without \
        one, to the account of the session.
        """
      ),
      (
        "B8", "Notifications",
        """
        With `server.notifications` the store tells the backend of each charge about 10 s after \
        it, again while the backend is out, and of refunds. What to deliver and to whom follows \
        from the payload that the store's server holds; without one nothing is delivered.
        """
      ),
      (
        "B9", "Reconciliation",
        """
        With `server.reconciliation` the backend fetches, once in every period, the charges of \
        the customers it knows, and delivers what is missing and was not refunded.
        """
      ),
    ])
}

extension WorldRule {
  /// What the person does.
  fileprivate static let user = stated(
    in: "UserRules",
    [
      ("P1", "Paying without the app", "A user pays on the sheet even when the app is gone (S4)."),
      (
        "P2", "Patience",
        """
        When a blocking spinner outlasts the user's patience, the user kills the app and opens \
        it again. Patience counts from the end of the sheet, or from the tap when no sheet \
        appears.
        """
      ),
      (
        "P3", "Missing goods",
        """
        Goods that are missing after the notice delay lead to one reaction: `nothing`, `retap`, \
        `relaunch`, `reinstall` or `support`. There are at most `reactions` of them.
        """
      ),
      (
        "P4", "Return visits",
        """
        Return visits go on until the horizon. A user does not leave while a spinner, a sheet \
        or an interruption is open, nor within `behavior.waits` after paying or completing an \
        interruption, unless the goods come before.
        """
      ),
    ])
}
