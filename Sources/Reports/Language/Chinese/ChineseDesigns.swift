extension Chinese {
  /// What faults do, and what their parameters mean.
  static let faultMeanings: [String: String] = [
    "the process dies; the user reopens the app later": "进程崩溃；用户过后重新打开 App",
    "the user or the system ends the process; the user reopens it later":
      "用户或系统杀掉进程；用户过后重新打开 App",
    "the user logs in as another account, whatever the app does, and perhaps back later":
      "无论 App 处于什么状态，用户切换到另一个账号，过后可能再切回来",
    "the link goes down": "网络断开",
    "latencies grow": "网络延迟变大",
    "the next such reply is lost; the backend did the work (D4)":
      "下一个该类响应丢失；服务端其实已经处理（D4）",
    "the store interrupts the purchase and reports a cancel (S7)": "商店打断购买，并回调取消（S7）",
    "the store interrupts the purchase and reports an error (S7)": "商店打断购买，并回调失败（S7）",
    "the payload comes back empty (S8)": "透传的内容回来时为空（S8）",
    "the purchase is called back again": "同一笔购买又一次回调",
    "the live callback is lost; the next attachment is not":
      "当时的回调丢失；下次注册观察者时仍会回调",
    "the app is deleted and installed again: the sandbox is gone": "App 被卸载后重装：沙盒数据丢失",
    "the user moves to a new device: the keychain is gone too": "用户换了手机：keychain 数据也丢失",
    "somebody else must approve the purchase (S9)": "购买须经他人批准（S9）",
    "the item leaves the backend's shelf (B1)": "商品在服务端下架（B1）",
    "the session's token expires (B2)": "登录态的 token 失效（B2）",
    "the receipt stays as it was before the charge (S6)": "票据停留在扣款之前的样子（S6）",
    "requests to the backend time out": "发往服务端的请求超时",
    "the store's check of receipts fails (B3)": "苹果校验票据失败（B3）",
    "a second tap on Buy; its sheet is cancelled unless the user pays":
      "再次点击购买；除非用户付款，否则第二个支付弹窗被取消",
    "the store gives the money back, and tells nobody (S10)": "商店退款，而且不通知任何人（S10）",
    "from the death to the reopening; without it, as in 'behavior'":
      "从进程结束到重新打开 App 的时间；不写则与 'behavior' 中的相同",
    "from the switch to the switch back; without it, never": "从切换到切回的时间；不写则不再切回",
    "how many times longer latencies are": "延迟变成几倍",
    "which reply is lost": "丢失哪种响应",
    "how often the user completes the purchase in the store": "用户随后在商店完成购买的概率",
    "from the interruption to its end": "从购买被打断到处理完毕的时间",
    "how often the new transaction has no payload": "新交易不带透传内容的概率",
    "how often the app is killed meanwhile": "其间 App 被杀的概率",
    "in every callback from now on, or after the process has died":
      "从此每次回调都为空，或进程结束后才为空",
    "how often it is called back again": "再回调几次",
    "the time between the callbacks": "各次回调的间隔",
    "how often the purchase is approved": "购买得到批准的概率",
    "from the confirmation to the answer": "从确认付款到得到答复的时间",
    "from the first tap to the second; 0s when 'after' is given":
      "两次点击的间隔；写了 'after' 时为 0s",
    "how often the user pays on the second sheet too": "用户在第二个支付弹窗也付款的概率",
  ]
}

extension Chinese {
  /// The axes of designs, and the designs that are built in.
  static let designs: [String: String] = [
    "the store that sells": "在哪个商店售卖",
    "when the order is created: before the payment or after it": "何时下单：付款之前或之后",
    "purchase-first: an order request of its own, or part of the verification (C7)":
      "先购买后下单时，下单用单独的请求，还是并入验证请求（C7）",
    "what is handed to the store to get back; 'order' needs order-first":
      "交给商店透传的内容；'order' 要求先下单",
    "where records live; on the 'server' each write and read is a request (D1, D2, C3)":
      "记录存在哪里；存在 'server' 时每次读写都是一次请求（D1、D2、C3）",
    "when records are written (C3)": "何时持久化记录（C3）",
    "one slot for everything, or found by product, or by the payload (C5)":
      "全部共用一个位置，或按商品查找，或按透传的内容查找（C5）",
    "which record binds when several fit (C5)": "有多条记录符合时映射到哪一条（C5）",
    "the codes of a failure that wipe a record (C4)": "收到哪些失败回调时清除记录（C4）",
    "where the item comes from, in this order (C5)": "业务 id 从哪里来，依次尝试（C5）",
    "where the account comes from (C5)": "购买账号从哪里来（C5）",
    "how long before a charge a record may have been made; null for any time (C5)":
      "记录最多可以比扣款早多久；null 表示不限（C5）",
    "what happens when the bound account is not logged in (C5)":
      "映射到的账号没有登录时怎么办（C5）",
    "what happens without an item (C5)": "映射不到业务 id 时怎么办（C5）",
    "when a transaction is finished (C6, C7); 'asynchronous' excludes 'afterVerification'":
      "何时完成交易（C6、C7）；'asynchronous' 与 'afterVerification' 不能同用",
    "what a rejected verification leads to (C7)": "验证被拒时怎么办（C7）",
    "what a failed purchase leads to (C4)": "购买失败时怎么办（C4）",
    "what a deferred purchase leads to (C11)": "购买等待批准时怎么办（C11）",
    "when the observer is attached to the payment queue (S3)": "何时向支付队列注册观察者（S3）",
    "whether the client remembers delivered transactions (C5)": "客户端是否记住已发货的交易（C5）",
    "one delivery task a transaction, or one a callback (C7)":
      "每笔交易一个发货任务，还是每次回调一个（C7）",
    "the waits between tries: n are n + 1 tries (C7)":
      "各次尝试之间的间隔：n 个间隔即 n + 1 次尝试（C7）",
    "whether the last wait, then above 0, is repeated for ever (C7)":
      "是否一直重复最后一个间隔；若是，该间隔须大于 0（C7）",
    "how long a reply is waited for (C7)": "等待响应的时间，超过即超时（C7）",
    "when waiting records are tried again (C8)": "何时重试待发货记录（C8）",
    "what happens when the tries are used up (C7, C9)": "重试用尽时怎么办（C7、C9）",
    "whether a spinner covers the app until the delivery (P2)":
      "发货之前是否一直用 loading 遮住界面（P2）",
    "what a tap does while something of its product waits (C1)":
      "同一商品还有交易未了结时，点击购买会怎样（C1）",
    "whether the client knows the answer that its token has expired (B2)":
      "客户端能否识别 token 失效的返回码（B2）",
    "whether users can buy before they log in (C10)": "用户能否不登录就购买（C10）",
    "whether the backend answers after the store's check or before it (B3)":
      "服务端在苹果校验之后响应，还是之前就响应（B3）",
    "how often an asynchronous check is tried (B3)": "异步校验最多尝试几次（B3）",
    "the time between asynchronous checks (B3)": "各次异步校验的间隔（B3）",
    "what a check that fails is taken for (B3)": "校验出错时当作什么结果（B3）",
    "which entry of the receipt counts (B4)": "以票据中的哪个条目为准（B4）",
    "whether an entry of another product is rejected (B4)": "条目属于别的商品时是否拒绝（B4）",
    "what makes two requests the same delivery (B5)":
      "按什么去重：什么相同的两个请求算同一次发货（B5）",
    "whether an order is looked up or made for a request without one (B6)":
      "请求没有带订单时，是否查找或补建订单（B6）",
    "whether the store tells the backend of every charge and refund (B8, S10)":
      "商店是否把每笔扣款和退款通知服务端（B8、S10）",
    "how often the backend fetches the charges it has not delivered; null for never (B9)":
      "服务端多久拉取一次尚未发货的扣款；null 表示从不（B9）",
    "The common first attempt: a record in memory, finished at the callback.":
      "最常见的初版：记录只在内存里，收到回调就完成交易。",
    "The system before Zero Loss: the item in memory, and a retry queue that is never there.":
      "“零掉单”之前的系统：业务 id 只在内存里，重试队列始终是 null。",
    "Zero Loss 1.0: records in the keychain, cleared by every failure.":
      "零掉单 1.0：记录存在 keychain，任何失败回调都会清除它。",
    "Zero Loss 1.1: a cancel no longer clears the record, an error still does.":
      "零掉单 1.1：取消不再清除记录，失败仍会清除。",
    "Zero Loss 1.2: no failure clears the record.": "零掉单 1.2：取消和失败都不清除记录。",
    "Zero Loss 1.2 with the intent in the payload, and no guess between stale records.":
      "零掉单 1.2 加上透传购买意愿，遇到旧记录不再猜测。",
    "Zero Loss 1.2 for apps that sell before the login, under the account of the device.":
      "零掉单 1.2 的游客模式：不登录也能购买，记在设备 id 名下。",
    "Beiliao: the order is made after the payment, and tries go on until the backend answers.":
      "贝聊：先购买后下单，一直重试到服务端响应为止。",
    "Beiliao for coarse products: the order comes first and is kept from `purchasing` on.":
      "贝聊的粗放式验证：先下单，从 `purchasing` 起持久化订单。",
    "Leo: the account travels with the payment, and the backend's newest order fills gaps.":
      "Leo：账号随付款透传，缺少的由服务端的最新订单补上。",
    "Zhang Tielei: one item a product, the receipt kept in the sandbox until it is delivered.":
      "张铁蕾：商品与业务 id 一对一，票据存在沙盒里直到发货。",
    "One order slot in memory and a backend that answers before it has checked.":
      "内存里的单例共用一个订单 id，服务端先响应后校验。",
    "The order bound to the payment, and a backend that checks before it answers.":
      "订单随付款透传，服务端先校验后响应。",
    "Keep at the start: finished at the callback, then ten tries at once.":
      "Keep 优化之前：收到回调就完成交易，然后立即连试十次。",
    "Keep after the first round: finished after the verification, with growing waits.":
      "Keep 第一次优化：验证之后才完成交易，重试间隔逐渐变长。",
    "Keep after the second round: a charge without an order gets one from the backend.":
      "Keep 第二次优化：扣款找不到订单时，由服务端补建。",
    "Keep-2 that hands over the account too, and a backend that the store notifies.":
      "keep-2 加上透传账号，并由商店通知服务端。",
    "Before the ledger: no records, finished at the callback.":
      "建交易台账之前：没有记录，收到回调就完成交易。",
    "The ledger: waiting transactions are kept, delivered ones remembered, all entries served.":
      "交易台账：待发货的交易保留，已发货的记住，票据中的每个条目都发货。",
  ]
}
