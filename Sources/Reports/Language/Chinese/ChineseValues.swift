extension Chinese {
  /// What the values of the axes do that are words.
  static let values: [String: String] = [
    "the payment queue of StoreKit 1, with an observer and a receipt (S1, S3, S6)":
      "StoreKit 1 的支付队列，有观察者和票据（S1、S3、S6）",
    "before the payment: without an order nothing is sold (C2)": "付款之前：下单失败就不卖（C2）",
    "after the payment: in the verification, or just before it (C7)": "付款之后：在验证请求中下单，或在验证之前不久（C7）",
    "a `createOrder` of its own, and `verify` when it has answered (C7)":
      "单独发一个 `createOrder`，得到响应后再发 `verify`（C7）",
    "part of `verify`: the backend makes the order when it delivers (B6)":
      "并入 `verify`：服务端发货时建订单（B6）",
    "nothing: the transaction itself names no more than its product (C5)": "不透传：交易本身只带商品名（C5）",
    "the order: the backend knows its item and its owner (C5, B7)": "订单：服务端知道它的业务 id 和下单账号（C5、B7）",
    "the account, but neither the order nor the item (C5)": "账号，不含订单和业务 id（C5）",
    "the account, and the order or, without one, the item (C5)": "账号和订单；还没有订单时为账号和业务 id（C5）",
    "the purchase goes on as if nothing waited (C1)": "照常购买，不管有没有未了结的（C1）",
    "a waiting record of the same item and account is delivered instead (C1)":
      "不再购买，改为重试同一业务 id、同一账号的待发货记录（C1）",
    "as `resume`; any other waiting record of the product refuses the tap (C1)":
      "同 `resume`；若该商品有别的待发货记录，则拒绝购买（C1）",
    "the tap is refused if any transaction of the product is in the queue (C1)":
      "支付队列里只要有该商品的交易，就拒绝购买（C1）",
    "whatever is charged or failed is finished first, delivered or not (C1)":
      "先完成所有已扣款或已失败的交易，不论是否发货（C1）",
    "a guest's tap asks for a login, and goes on after it (C10)": "游客点击购买时要求登录，登录之后继续（C10）",
    "a guest buys as the device; the delivery waits for the login (C10)":
      "游客以设备 id 为账号购买，登录之后才发货（C10）",
    "a spinner covers the app from the tap to the end of the delivery (P2)":
      "从点击购买到发货结束，一直用 loading 遮住界面（P2）",
    "the app can be used while the delivery goes on (P2)": "发货期间用户仍可使用 App（P2）",
    "in the memory of the process, and gone when it dies (D1)": "存在内存，进程结束就丢失（D1）",
    "in the app's sandbox, and gone when the app is deleted (D2)": "存在沙盒，卸载 App 就丢失（D2）",
    "in the keychain, and gone only on a new device (D2)": "存在 keychain，换手机才丢失（D2）",
    "on the backend under the account, never gone; a request can fail (C3, D3)":
      "存在服务端，归账号所有，不会丢失；但请求可能失败（C3、D3）",
    "one slot: the newest record takes it, and binds any product (C5)":
      "只有一个位置：新记录覆盖旧记录，哪个商品的交易都映射到它（C5）",
    "by product, among the records without a transaction identifier (C5)":
      "按商品，在还没有交易 id 的记录里查找（C5）",
    "by what the payload names; by product where none came back (C5)": "按透传的内容查找；透传丢失时按商品（C5）",
    "the newest of them (C5)": "最新的一条（C5）",
    "the oldest of them (C5)": "最早的一条（C5）",
    "one of them if all name one item and one account, else none (C5)":
      "各条的业务 id 和账号都相同时任取一条，否则都不取（C5）",
    "the order or the item in the payload, if it came back (C5, S8)": "透传回来的订单或业务 id（C5、S8）",
    "the order or the item of the record that fits (C5)": "符合的记录里的订单或业务 id（C5）",
    "the product's item, if it has only one (C5)": "商品对应的业务 id，仅当只有一个时（C5）",
    "the newest undelivered order of account and product on the backend (C5)":
      "服务端上该账号、该商品最新的未发货订单（C5）",
    "the account in the payload, if it came back (C5, S8)": "透传回来的账号（C5、S8）",
    "the account of the record that fits (C5)": "符合的记录里的账号（C5）",
    "the owner of the bound order, whom the backend knows (C5, B7)": "映射到的订单的下单账号，由服务端查得（C5、B7）",
    "whoever is logged in (C5)": "当前登录的账号（C5）",
    "the delivery starts all the same, for the bound account (C5)": "照样发货，发给映射到的账号（C5）",
    "the delivery waits until that account logs in (C5)": "等该账号登录后再发货（C5）",
    "the transaction is finished and forgotten (C5)": "完成交易，不再处理（C5）",
    "the transaction stays unfinished: the next attachment calls it back (C5, S3)":
      "不完成交易：下次注册观察者时会再次回调（C5、S3）",
    "it stays unfinished, and is listed for manual recovery (C5, C9)": "不完成交易，并放到待找回列表里（C5、C9）",
    "it is sent without an order; the backend may find or make one (C5, B6)":
      "不带订单提交，由服务端查找或补建订单（C5、B6）",
    "at the `purchased` callback; every try sends the receipt read there (C6)":
      "收到 `purchased` 回调时；之后每次尝试都发送当时读到的票据（C6）",
    "when the backend has accepted the request, checked or not (C7, B3)":
      "服务端受理请求之后，不论是否已经校验（C7、B3）",
    "when the backend has verified and delivered (C7)": "服务端验证并发货之后（C7）",
    "the transaction is finished: nothing tries again (C7)": "完成交易，不再重试（C7）",
    "the transaction stays unfinished: a trigger or a callback tries again (C7, C8)":
      "不完成交易，等补单时机或下次回调再重试（C7、C8）",
    "the failed transaction leaves the queue (C4)": "完成失败的交易，移出支付队列（C4）",
    "the failed transaction stays in the queue, where `refuse` meets it (C4, C1)":
      "失败的交易留在支付队列里，`refuse` 会因此拒绝购买（C4、C1）",
    "the flow of the tap ends: the spinner closes, the record stays (C11)":
      "这次购买流程结束：关闭 loading，保留记录（C11）",
    "nothing: the spinner goes on (C11)": "不处理：loading 一直在（C11）",
    "at every launch (S3)": "每次启动 App 时（S3）",
    "while a session exists: at a launch with one, and at a login (S3, C10)":
      "登录期间：启动时若已登录，以及每次登录时（S3、C10）",
    "at the first tap of a process; what is unfinished waits until then (S3, C1)":
      "每个进程里首次点击购买时；未完成的交易要等到那时才回调（S3、C1）",
    "one a transaction: while it runs, another callback starts none (C7)":
      "每笔交易一个：任务进行中，再次回调不会新建任务（C7）",
    "one a callback: two can deliver the same transaction at once (C7)":
      "每次回调一个：同一笔交易可能有两个任务同时发货（C7）",
    "nothing, until the next trigger or callback (C7, C8)": "不处理，等下一个补单时机或下次回调（C7、C8）",
    "the user is told, and can try by hand from the recovery page (C9)": "告知用户，引导到找回页面手动重试（C9）",
    "the transaction is finished and its record wiped (C7)": "完成交易，并清除记录（C7）",
    "after the check: the client hears the result (B3)": "校验之后才响应，客户端得知结果（B3）",
    "before it, with `accepted`: the client never hears the result (B3)":
      "校验之前就响应 `accepted`，客户端始终不知道结果（B3）",
    "an error: `retry` decides when the client tries again (B3, C7)":
      "当作出错：客户端何时重试由 `retry` 决定（B3、C7）",
    "a rejection: `onRejection` decides, however good the receipt is (B3, C7)":
      "当作被拒：由 `onRejection` 决定怎么办，哪怕票据有效（B3、C7）",
    "the newest, whichever transaction the request names (B4)": "最新的条目，不管请求指明哪笔交易（B4）",
    "that of the transaction that the request names (B4)": "请求指明的那笔交易的条目（B4）",
    "that one, and beside it every other that is not delivered yet (B4)":
      "请求指明的条目，以及其他所有还没有发货的条目（B4）",
    "nothing: whatever is verified is delivered again (B5)": "不去重：每次验证通过都会再发一次货（B5）",
    "the receipt, whichever transaction the request names (B5)": "按票据，不管请求指明哪笔交易（B5）",
    "the order; a request without one is never a duplicate (B5)": "按订单；没有带订单的请求不算重复（B5）",
    "the transaction (B5)": "按交易 id（B5）",
    "at `addPayment`, before the sheet is shown (C3, S1)": "调用 `addPayment` 时，支付弹窗出现之前（C3、S1）",
    "at the `purchasing` callback, in the process of the tap (C3)":
      "收到 `purchasing` 回调时，仅限点击购买的那个进程（C3）",
    "at the `purchased` callback, with what was bound (C3)": "收到 `purchased` 回调时，记下映射的结果（C3）",
    "a cancel, or an interruption that looks like one (C4, S7)": "取消，或看起来像取消的打断（C4、S7）",
    "an error, or an interruption that looks like one (C4, S7)": "失败，或看起来像失败的打断（C4、S7）",
    "at every launch, after the callbacks of the attachment (C8)": "每次启动时，在注册观察者引起的回调之后（C8）",
    "when the app comes back from the background (C8)": "App 从后台回到前台时（C8）",
    "when the link comes up again (C8)": "网络恢复时（C8）",
  ]
}
