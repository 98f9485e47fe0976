/// One word of the field, with one meaning everywhere: in the code, the scenarios and the results.
package struct GlossaryWord: Hashable, Sendable {
  package var term: String
  package var meaning: String
  /// The word of the Chinese articles, or of StoreKit; empty where there is none.
  package var elsewhere: String

  private init(_ term: String, _ meaning: String, elsewhere: String = "") {
    self.term = term
    self.meaning = meaning
    self.elsewhere = elsewhere
  }

  /// The words in the order of the alphabet, as the article about them has them.
  package static let all: [GlossaryWord] = [
    GlossaryWord("account", "whom the backend knows; an Apple ID may meet several on one device"),
    GlossaryWord("anchor", "the moment of a purchase to which a planned fault is tied"),
    GlossaryWord(
      "attachment",
      "the app adds its observer to the payment queue", elsewhere: "`addTransactionObserver:`"),
    GlossaryWord(
      "callback",
      "the store tells the attached observer of a state: `purchasing`, `deferred`, "
        + "`failed`, `purchased`", elsewhere: "`updatedTransactions`"),
    GlossaryWord("case", "a scenario for one user, with a written plan in place of probabilities"),
    GlossaryWord(
      "charge",
      "the money is taken; one charge belongs to one transaction", elsewhere: "扣款"),
    GlossaryWord(
      "crossed order",
      "a different item was delivered for the charge; counts as lost", elsewhere: "串单"),
    GlossaryWord("design", "one value for every axis: how an app and its backend sell"),
    GlossaryWord("double charge", "one intent, charged more than once"),
    GlossaryWord(
      "drop point",
      "where a lost order was lost: the earliest moment after which it could not come "
        + "right"),
    GlossaryWord(
      "duplicate delivery",
      "one charge, goods delivered more than once", elsewhere: "刷单"),
    GlossaryWord("fault", "one planned misfortune"),
    GlossaryWord("fault plan", "the planned faults of one user"),
    GlossaryWord(
      "finish",
      "the client tells the store that a transaction is over", elsewhere: "`finishTransaction:`"),
    GlossaryWord(
      "guest",
      "a user who has not logged in; the account is then the identifier of the device "
        + "(C10)", elsewhere: "游客"),
    GlossaryWord("horizon", "the end of simulated time, at which every charge is judged"),
    GlossaryWord(
      "intent",
      "one wish of one user for one item, for the account logged in at the tap; a second "
        + "tap for the same wish is the same intent, and one that had come to nothing is then "
        + "made anew, for the account of that tap"),
    GlossaryWord(
      "interruption",
      "the store asks for something before it sells, and the app is told that the "
        + "purchase failed (S7)"),
    GlossaryWord("item", "what the user wants: a series, 60 coins", elsewhere: "业务 id"),
    GlossaryWord(
      "ledger",
      "the client's memory of transactions that were delivered (axis `ledger`)"),
    GlossaryWord(
      "lost order",
      "charged, and at the horizon the right item has not reached the right account "
        + "without a human's help", elsewhere: "掉单"),
    GlossaryWord("lost sale", "the user wanted to pay and was not charged: no order, or refused"),
    GlossaryWord("many-to-one", "one product stands for several items", elsewhere: "多对一"),
    GlossaryWord("misdelivery", "the goods went to a different account; counts as lost"),
    GlossaryWord(
      "order",
      "the backend's record that an account wants an item", elsewhere: "`order_id`"),
    GlossaryWord(
      "payload",
      "what the client hands to the store to get back later",
      elsewhere: "透传, `applicationUsername`, `appAccountToken`"),
    GlossaryWord(
      "product",
      "what the store sells; it stands for one item or several", elsewhere: "`iap_product_id`"),
    GlossaryWord(
      "receipt",
      "the one file that lists this Apple ID's entries for this app", elsewhere: "票据"),
    GlossaryWord(
      "record",
      "what the client remembers about an intent: order, item, product, account, "
        + "transaction; it lives on the device or on the backend (`records.in`)", elsewhere: "持久化"),
    GlossaryWord(
      "recovered",
      "delivered automatically, but later than by the first try in the process of the tap",
      elsewhere: "补单"),
    GlossaryWord("rescue", "a delivery that took a human's help: the recovery page, or support"),
    GlossaryWord("sheet", "the system's dialog on which the user pays or cancels"),
    GlossaryWord(
      "spinner",
      "the modal cover of a blocking app, from the tap to the end of the delivery",
      elsewhere: "loading"),
    GlossaryWord(
      "task",
      "the client's work to deliver one transaction, as a sequence of tries (C7)"),
    GlossaryWord(
      "transaction",
      "the store's record; *charged* once the money is taken, *unfinished* until the "
        + "client finishes it", elsewhere: "`SKPaymentTransaction`"),
    GlossaryWord("trigger", "an event on which waiting records are tried again (C8)"),
    GlossaryWord(
      "try",
      "one attempt to deliver: a `verify`, with the `createOrder` or the reading of "
        + "records before it where there is one"),
    GlossaryWord(
      "virtual user, user",
      "one simulated person: one Apple ID, one device at a time, one or more accounts"),
    GlossaryWord("visit", "the app in front of the user, from opening to leaving"),
    GlossaryWord("waiting record", "a record with a transaction identifier that is not delivered"),
  ]
}
