extension Chinese {
  /// The rules of the world: their titles, and what they say.
  static let rules: [String: String] = [
    "rule of the world": "规则",
    "rules": "规则",
    "title": "标题",
    // StoreRules.
    "One sheet at a time": "一次一个弹窗",
    """
    The store shows one payment sheet at a time, in the order of `addPayment`. Until it is \
    charged, a transaction has no identifier.
    """: "商店一次只显示一个支付弹窗，按 `addPayment` 的先后排队。扣款之前，交易没有交易 id。",
    "Cancel or pay": "取消或付款",
    """
    A cancelled sheet calls `failed` back at once. A paid one is charged after the processing \
    time: the transaction gets its identifier, enters the receipt, and `purchased` is called \
    back.
    """: "用户取消，立即回调 `failed`。用户付款，经过处理时间后扣款：交易得到交易 id，进入票据，随后回调 `purchased`。",
    "When callbacks reach the app": "回调何时到达 App",
    """
    A callback reaches the app only while it runs in the foreground with its observer attached. \
    Every attachment calls all charged, unfinished transactions back, the oldest charge first.
    """: "只有 App 在前台运行且已注册观察者时，回调才能到达。每次注册观察者，商店都会回调所有已扣款而未完成的交易，先扣款的在前。",
    "The sheet outlives the process": "弹窗不随进程消失",
    "The sheet belongs to the system: when the process dies under it, the user can still pay.":
      "支付弹窗属于系统：弹窗还在时进程结束，用户仍然可以付款。",
    "An unfinished purchase blocks the next one": "未完成的交易拦下再次购买",
    """
    A product with a charged, unfinished transaction cannot be charged again. The user is told \
    that it is already bought and will be restored for free; by default the app gets nothing \
    after `purchasing`.
    """: "商品有已扣款而未完成的交易时，不能再次扣款。用户看到“已购买，将免费恢复”的提示；默认情况下，App 收到 `purchasing` 之后再也没有回调。",
    "What the receipt lists": "票据列出什么",
    """
    The one receipt lists every charged, unfinished transaction of the Apple ID, the newest \
    first. When it is finished, a consumable leaves the receipt; a non-renewing subscription \
    stays in it.
    """: "票据只有一份，列出这个 Apple ID 所有已扣款而未完成的交易，最新的在前。完成交易后，消耗型商品从票据中移除，非续期订阅仍留在其中。",
    "Interruption": "购买被打断",
    """
    Before the confirmation the store needs something first: `failed` is called back, and later \
    the user completes the purchase in the store. That is a new transaction of the same intent, \
    by default without payload. A sheet that is about to be cancelled it does not strike.
    """: """
    确认付款之前，商店先要求验证账号等，于是回调 `failed`；用户过后在商店里完成购买。那是同一次购买意愿的新交易，默认不带透传内容。\
    用户将要取消的支付弹窗不会被打断。
    """,
    "A payload can be lost": "透传可能丢失",
    """
    The payload can come back empty on the device, in this callback and every later one of the \
    transaction. The store's server keeps its copy (B8).
    """: "透传的内容回到设备时可能为空，这次回调和该交易以后的每次回调都是如此。商店的服务器仍保留一份（B8）。",
    "Ask to Buy": "购买前询问",
    """
    When somebody else has to approve, the confirmation leads to `deferred`. With the approval \
    the charge comes at once, then `purchased`; without it nothing comes at all.
    """: "购买须经他人批准时，确认付款后回调 `deferred`。获得批准就立即扣款，再回调 `purchased`；没有批准则什么回调都没有。",
    "Refunds are silent": "退款不通知",
    "The store tells nobody about a refund, unless server notifications are used (B8).":
      "商店退款不通知任何人，除非使用服务端通知（B8）。",
    "A finished transaction is gone": "完成的交易不再出现",
    """
    Once a transaction is finished, the next purchase of its product is a new charge. A copy \
    that was due after the finish is not called back.
    """: "完成交易之后，再次购买该商品就是一笔新的扣款。完成之后才轮到的重复回调不再发出。",
    // DeviceRules.
    "Memory lives as long as the process": "内存与进程同生死",
    """
    Memory lives exactly as long as the process; what arrives for a dead one is discarded. A \
    request that has not reached the backend by then is lost; one that has is still carried \
    out.
    """: "内存数据随进程结束而丢失，发给已结束进程的响应、计时和回调都作废。此时还没有到达服务端的请求丢失，已经到达的照样处理。",
    "Sandbox and keychain": "沙盒与 keychain",
    """
    The sandbox survives the death of the process but not a reinstallation; the keychain \
    survives both but not a new device. What the server keeps survives all three.
    """: "沙盒在进程结束后仍在，卸载重装就丢失；keychain 卸载重装后仍在，换手机就丢失。存在服务端的都不会丢失。",
    "The link": "网络",
    """
    A request that is sent while the link is down fails at once; what is in flight when it goes \
    down is lost, and the client learns of that by its timeout. A weak link multiplies \
    latencies.
    """: "断网时发出的请求立即失败；断网那一刻在途的请求和响应丢失，客户端要等超时才知道。弱网使延迟成倍变长。",
    "A lost reply": "响应丢失",
    "The backend did the work and the client does not know it.": "服务端已经处理，客户端却不知道。",
    "The background": "后台",
    """
    Nothing runs in the background. Timers and replies wait for the foreground, but timeouts go \
    on counting.
    """: "App 在后台时什么都不运行。计时和响应等回到前台再处理，但超时照常计时。",
    // ClientRules.
    "The tap": "点击购买",
    """
    A tap is ignored while the spinner blocks the screen. Otherwise `repurchase` decides first \
    what it does while something of its product waits.
    """: "loading 遮住界面时，点击不起作用。否则先由 `repurchase` 决定：同一商品还有交易未了结时，这次点击会怎样。",
    "No order, no payment": "没有订单就不付款",
    """
    With `orderFirst` the client asks for an order before `addPayment`. If it gets none, an \
    error is shown and nothing is charged.
    """: "采用 `orderFirst` 时，客户端先下单，再调用 `addPayment`。下单失败就提示出错，不会扣款。",
    "When records are written": "何时写入记录",
    """
    Records are written at the moments in `records.at`. At `purchased` the transaction's \
    identifier goes into the record that bound it, or into a new one; an unbound transaction \
    gets no record.
    """: "记录在 `records.at` 列出的时机写入。`purchased` 时，交易 id 写入映射到的记录，没有则新建一条；映射不到的交易没有记录。",
    "Failed": "失败回调",
    """
    At `failed` the client finishes the failed transaction, unless `onFailed` keeps it. If the \
    code is in `records.clearOn`, the newest record of that product without a transaction \
    identifier is wiped.
    """: """
    收到 `failed` 时，客户端完成这笔失败的交易，除非 `onFailed` 要求保留。若错误码在 `records.clearOn` 之列，\
    则清除该商品还没有交易 id 的最新一条记录。
    """,
    "Binding": "映射",
    """
    At `purchased` item and account are bound, each by the first source of its list that \
    answers; what the ledger knows as delivered is only finished. Without an item \
    `binding.unbound` decides, and with an account that is not logged in \
    `binding.otherAccount`.
    """: """
    收到 `purchased` 时，业务 id 和账号各按自己的列表依次映射，取第一个有结果的来源；交易台账里已发货的交易直接完成。\
    映射不到业务 id 时由 `binding.unbound` 决定，映射到的账号没有登录时由 `binding.otherAccount` 决定。
    """,
    "Finishing early": "提前完成交易",
    """
    With `finish = onCallback` the client keeps the receipt, then finishes the transaction; \
    every try sends that copy. With every other value each try reads the receipt of its own \
    moment.
    """: "采用 `finish = onCallback` 时，客户端先保存票据，再完成交易，之后每次尝试都发送保存的那份。取其他值时，每次尝试都读取当时的票据。",
    "The delivery task": "发货任务",
    """
    A task asks for an order if it needs one, then sends `verify`. `delivered` and `duplicate` \
    finish the transaction and wipe its record; a rejection leads to `onRejection`, an error or \
    no answer to `retry`.
    """: """
    发货任务需要订单时先下单，再发 `verify`。返回 `delivered` 或 `duplicate` 就完成交易，并清除记录；\
    被拒时由 `onRejection` 决定，出错或没有响应时由 `retry` 决定。
    """,
    "Triggers": "补单时机",
    """
    On each trigger in `retry.resumeOn` every waiting record gets a task again, from the first \
    delay. A task that waits for its next try makes it now; one whose request is in flight is \
    left alone.
    """: "每到 `retry.resumeOn` 列出的补单时机，每条待发货记录都重新得到发货任务，从第一个间隔算起。正在等待下一次尝试的任务立即尝试；请求还在途中的不受影响。",
    "The recovery page": "找回页面",
    """
    With `retry.then = recoveryPage` the user is told that the delivery failed, and can try by \
    hand. A delivery from that page is a rescue.
    """: "采用 `retry.then = recoveryPage` 时，告知用户发货失败，用户可以手动重试。从找回页面补上的算人工补单。",
    "Guests": "游客",
    """
    `guest` decides what a guest's tap leads to: a login first, or a purchase as the device, \
    whose delivery waits for the login. At the login whatever names the device moves to the \
    account that logs in.
    """: "游客点击购买时由 `guest` 决定：先要求登录，或以设备 id 为账号购买，登录之后才发货。登录时，设备 id 名下的一切都迁移到登录的账号。",
    "Deferred": "等待批准",
    """
    `deferred` ends the flow of the tap: the spinner closes, the record stays, nothing is \
    finished. With `onDeferred = ignore` the spinner goes on.
    """: "`deferred` 结束这次购买流程：关闭 loading，保留记录，不完成交易。采用 `onDeferred = ignore` 时，loading 一直在。",
    // BackendRules.
    "Orders": "下单",
    "`createOrder` answers with an order, or with `notForSale` when the item is off the shelf.":
      "`createOrder` 返回订单；商品已下架时返回 `notForSale`。",
    "The session's token": "登录态的 token",
    """
    Every request is made under the token of the session; an expired one answers \
    `unauthorised`. A client that recognises the answer asks for a login and tries once more, \
    any other takes it for an error.
    """: "每个请求都带登录态的 token，token 失效时返回 `unauthorised`。能识别这个返回码的客户端要求用户登录，再试一次；不能识别的当作出错。",
    "Verification": "验证",
    """
    The backend has the store check the receipt: before it answers, or with asynchronous \
    verification after it has answered `accepted`. If all asynchronous checks fail, nobody \
    tells the client.
    """: "服务端请苹果校验票据：同步时先校验后响应，异步时先响应 `accepted` 再校验。异步校验全部失败时，没有人通知客户端。",
    "Which entry of the receipt counts": "以票据的哪个条目为准",
    """
    `server.entry` decides: the newest entry, that of the transaction that the request names, \
    or beside it every other not yet delivered. If nothing is found, the answer is `rejected`.
    """: "由 `server.entry` 决定：最新的条目，请求指明的那笔交易的条目，或再加上其他所有还没有发货的条目。找不到条目时返回 `rejected`。",
    "Duplicates": "去重",
    """
    The backend looks the dedupe key (`server.dedupe`) up before it asks what to deliver. What \
    was delivered already answers `duplicate`.
    """: "服务端先按 `server.dedupe` 去重，再决定发什么货。已经发过货的返回 `duplicate`。",
    "What to deliver": "发什么货",
    """
    The item of the order is delivered, else the item that the client named, else with \
    `server.lateOrder` that of the newest undelivered order or of one made now; otherwise the \
    answer is `rejected`. An order that is made now is subject to the shelf (B1).
    """: """
    依次取订单的业务 id、客户端指明的业务 id；启用 `server.lateOrder` 时再取最新的未发货订单，没有则补建；\
    都没有就返回 `rejected`。补建订单时，商品须仍在售（B1）。
    """,
    "To whom": "发给谁",
    """
    The goods go to the owner of the order; without an order, to the account named; without \
    one, to the account of the session.
    """: "货发给订单的下单账号；没有订单时发给请求指明的账号；没有指明时发给当前登录的账号。",
    "Notifications": "服务端通知",
    """
    With `server.notifications` the store tells the backend of each charge about 10 s after it, \
    again while the backend is out, and of refunds. What to deliver and to whom follows from \
    the payload that the store's server holds; without one nothing is delivered.
    """: """
    启用 `server.notifications` 时，商店在扣款约 10 s 后通知服务端，服务端故障时过后再通知；退款也会通知。发什么货、发给谁，\
    依据商店服务器保留的透传内容；没有透传就不发货。
    """,
    "Reconciliation": "对账",
    """
    With `server.reconciliation` the backend fetches, once in every period, the charges of the \
    customers it knows, and delivers what is missing and was not refunded.
    """: "启用 `server.reconciliation` 时，服务端定期拉取已知用户的扣款，凡没有发货也没有退款的都补单。",
    // UserRules.
    "Paying without the app": "App 不在也付款",
    "A user pays on the sheet even when the app is gone (S4).": "即使 App 已经结束，用户也会在支付弹窗付款（S4）。",
    "Patience": "耐心",
    """
    When a blocking spinner outlasts the user's patience, the user kills the app and opens it \
    again. Patience counts from the end of the sheet, or from the tap when no sheet appears.
    """: "loading 遮住界面久到用户失去耐心，用户就杀掉 App 再打开。耐心从支付弹窗消失时算起；没有弹窗时从点击购买算起。",
    "Missing goods": "没有到货",
    """
    Goods that are missing after the notice delay lead to one reaction: `nothing`, `retap`, \
    `relaunch`, `reinstall` or `support`. There are at most `reactions` of them.
    """: """
    过了发现的时间仍没有到货，用户会有一种反应：`nothing`、`retap`、`relaunch`、`reinstall` 或 `support`。\
    总共不超过 `reactions` 次。
    """,
    "Return visits": "再次打开 App",
    """
    Return visits go on until the horizon. A user does not leave while a spinner, a sheet or an \
    interruption is open, nor within `behavior.waits` after paying or completing an interruption, \
    unless the goods come before.
    """: """
    用户不断再次打开 App，直到观察期末。loading、支付弹窗或打断还没有结束时，用户不会离开；付款或完成被打断的购买后，\
    除非先到货，在 `behavior.waits` 之内也不会离开。
    """,
  ]
}
