extension Chinese {
  /// What metrics count, how charges end, and where orders are lost.
  static let outcomes: [String: String] = [
    "the share of charges that were lost, or rescued by a human":
      "掉单的扣款所占比例，人工补单的也算",
    "the share of charges that were lost because nothing was delivered":
      "因未发货而掉单的扣款所占比例",
    "the share of charges that were lost because another item was delivered":
      "因发了别的商品而掉单的扣款所占比例",
    "the share of charges that were lost because the goods went to another account":
      "因货发到别的账号而掉单的扣款所占比例",
    "the share of charges that the recovery page or support set right (C9, P3)":
      "靠找回页面或客服补单的扣款所占比例（C9、P3）",
    "the share of charges that were delivered automatically, but not by their first try":
      "自动发货、但不是首次尝试就成功的扣款所占比例",
    "the share of charges that were recovered in the process of the tap":
      "在点击购买的那个进程里自动补单的扣款所占比例",
    "the share of charges that were recovered in another process than that of the tap":
      "不在点击购买的那个进程里自动补单的扣款所占比例",
    "the share of charges for which goods were delivered more than once":
      "发货不止一次的扣款所占比例",
    "the share of intents that were charged more than once": "扣款不止一次的购买意愿所占比例",
    "the share of intents whose spinner outlasted the user's patience (P2)":
      "loading 久到用户失去耐心的购买意愿所占比例（P2）",
    "the share of intents of which a tap was refused (C1, B1)":
      "有点击被拒绝的购买意愿所占比例（C1、B1）",
    "the share of intents of which a sheet ended in the store's alert (S5)":
      "付款时出现“已购买，将免费恢复”提示的购买意愿所占比例（S5）",
    "the share of intents whose user wrote to support (P3)":
      "用户向客服报障的购买意愿所占比例（P3）",
    "the share of intents that wanted to pay and were never charged":
      "想付款的购买意愿中，始终没有扣款的比例",
    "what the store took for charges that were lost": "商店为掉单的扣款收取的金额",
    "what the store took for charges that were recovered": "商店为自动补单的扣款收取的金额",
    "what the order system books and the store does not pay": "订单系统入账、商店却没有付的钱",
    "the median of the times from charge to delivery": "从扣款到到货所需时间的中位数",
    "the time from charge to delivery that 95 % of all charges do not exceed":
      "从扣款到到货所需的时间，95 % 的扣款不超过此值",
    "the time from charge to delivery that 99 % of all charges do not exceed":
      "从扣款到到货所需的时间，99 % 的扣款不超过此值",
    "the share of charges that were not delivered within a deadline, 'within'":
      "超过期限 'within' 仍没有到货的扣款所占比例",
    """
    the share of deliveries whose first try failed in which a retry failed too, whose number \
    is 'retry' (C7)
    """: "首次尝试失败的发货任务中，第 'retry' 次重试也失败的比例（C7）",
    "the first right delivery came from the charge's first try, in the process of the tap":
      "首次尝试就发对了货，而且是在点击购买的那个进程里",
    "the right delivery came automatically, but from a later try or in another process":
      "自动发对了货，但不是首次尝试，或不在点击购买的那个进程里",
    "the right delivery took a human's help: the recovery page (C9) or support (P3)":
      "靠人工才发对了货：找回页面（C9）或客服（P3）",
    "at the horizon the right item has not reached the right account":
      "到观察期末，正确的商品仍没有到达正确的账号",
    "the store gave the money back (S10)": "商店退了款（S10）",
    "nothing was delivered for the charge": "这笔扣款什么货都没有发",
    "another item was delivered for the charge": "这笔扣款发了别的商品",
    "the goods went to another account": "货发到了别的账号",
    "goods were handed out more than once for one charge, right or wrong":
      "一笔扣款，发货不止一次，不论发对发错",
    "the intent was charged more than once": "一次购买意愿，扣款不止一次",
    "a spinner outlasted the user's patience (P2)": "loading 久到用户失去耐心（P2）",
    "a tap was ended by `repurchase` (C1) or by `notForSale` (B1)":
      "点击购买后，因 `repurchase`（C1）或 `notForSale`（B1）而没有继续",
    "the order request failed, so nothing was sold (C2)": "下单请求失败，所以没有卖出（C2）",
    "a `failed` callback wiped the record that would have bound (C4)":
      "本可映射的记录被 `failed` 回调清除（C4）",
    "the record was in memory and died with the process (D1)": "记录在内存里，随进程消失（D1）",
    "the record went with the installation or with the device (D2)":
      "记录随 App 卸载或换机消失（D2）",
    "another purchase took the one slot of the record (C5)":
      "记录只有一个位置，被另一次购买占用（C5）",
    "the transaction was finished because it had no item (C5)":
      "交易映射不到业务 id，就被完成了（C5）",
    "the transaction was finished and its verification was rejected (C7)":
      "交易已经完成，而验证被拒（C7）",
    "the transaction was finished and the last try failed (C7)":
      "交易已经完成，而最后一次尝试也失败（C7）",
    """
    the transaction was finished before its delivery was sure, and nothing tries again (C1, \
    C6)
    """: "还没有确定发货就完成了交易，此后再没有重试（C1、C6）",
    "the transaction was finished after the submission, and the backend gave up its checks (B3)":
      "提交之后就完成了交易，而服务端放弃了票据校验（B3）",
    "the record of another intent bound the transaction (C5)":
      "交易映射到了另一次购买意愿的记录（C5）",
    "the goods of one entry of the receipt were handed out for another (B4)":
      "票据中一个条目的货，当作另一个条目的发了（B4）",
    "the right goods went to an account that was not the buyer's (C5, B7, B4)":
      "货是对的，却发到了不是买家的账号（C5、B7、B4）",
    "the transaction has no item and is left unfinished (C5)":
      "交易映射不到业务 id，保持未完成（C5）",
    "the transaction has no item and is listed for manual recovery (C5)":
      "交易映射不到业务 id，列入待找回列表（C5）",
    "the transaction's account has not come back (C5), or nobody has logged in (C10)":
      "交易所属的账号没有再登录（C5），或一直没有人登录（C10）",
    "the backend no longer sells the item (B1, B6)": "服务端已不再售卖该商品（B1、B6）",
    "the transaction was never called back (S3)": "这笔交易从来没有回调（S3）",
    "the tries go on, or wait for a trigger, without success so far (C7, C8)":
      "还在重试，或在等待补单时机，至今没有成功（C7、C8）",
    "the app was never opened again, so nothing was called back (P4)":
      "此后再没有打开 App，所以没有任何回调（P4）",
  ]
}

extension Chinese {
  /// The words of the field.
  static let glossary: [String: String] = [
    "whom the backend knows; an Apple ID may meet several on one device":
      "服务端所认的用户身份；一个 Apple ID 在一台设备上可以先后用多个账号",
    "the moment of a purchase to which a planned fault is tied":
      "购买过程中的一个时刻，计划的异常从它算起",
    "the app adds its observer to the payment queue": "App 向支付队列注册观察者",
    """
    the store tells the attached observer of a state: `purchasing`, `deferred`, `failed`, \
    `purchased`
    """: "商店把状态告诉已注册的观察者：`purchasing`、`deferred`、`failed`、`purchased`",
    "a scenario for one user, with a written plan in place of probabilities":
      "只有一名用户的场景，用写定的计划代替概率",
    "the money is taken; one charge belongs to one transaction": "钱已扣除；一笔扣款属于一笔交易",
    "a different item was delivered for the charge; counts as lost":
      "为这笔扣款发了别的商品；算掉单",
    "one value for every axis: how an app and its backend sell":
      "每个维度各取一个值：App 和服务端怎样售卖",
    "one intent, charged more than once": "一次购买意愿，不止一次扣款",
    "where a lost order was lost: the earliest moment after which it could not come right":
      "掉单掉在哪里：再也无法自行挽回的最早时刻",
    "one charge, goods delivered more than once": "一笔扣款，不止一次发货",
    "one planned misfortune": "计划中的一次意外",
    "the planned faults of one user": "一名用户的全部计划异常",
    "the client tells the store that a transaction is over": "客户端告诉商店，交易已经了结",
    "a user who has not logged in; the account is then the identifier of the device (C10)":
      "没有登录的用户；此时以设备 id 为账号（C10）",
    "the end of simulated time, at which every charge is judged":
      "模拟时间的终点，此时判定每笔扣款",
    """
    one wish of one user for one item, for the account logged in at the tap; a second tap for \
    the same wish is the same intent, and one that had come to nothing is then made anew, for \
    the account of that tap
    """: """
    一名用户为点击时登录的账号购买某个业务 id 的一次意愿；为同一意愿再次点击，\
    仍是同一次购买意愿；若此前已经落空，则重新开始，归那次点击时的账号
    """,
    """
    the store asks for something before it sells, and the app is told that the purchase failed \
    (S7)
    """: "商店在卖出之前先要用户做别的事，App 收到的却是购买失败（S7）",
    "what the user wants: a series, 60 coins": "用户想买的东西：一部剧集、60 金币",
    "the client's memory of transactions that were delivered (axis `ledger`)":
      "客户端记下的已发货交易（维度 `ledger`）",
    """
    charged, and at the horizon the right item has not reached the right account without a \
    human's help
    """: "已经扣款，但若无人工介入，到观察期末，正确的商品仍没有到达正确的账号",
    "the user wanted to pay and was not charged: no order, or refused":
      "用户想付款却没有扣款：下单失败，或购买被拒绝",
    "one product stands for several items": "一个商品对应多个业务 id",
    "the goods went to a different account; counts as lost": "货发到了别的账号；算掉单",
    "the backend's record that an account wants an item": "服务端的记录：某个账号想买某个业务 id",
    "what the client hands to the store to get back later": "客户端交给商店、以后再取回的内容",
    "what the store sells; it stands for one item or several":
      "商店所卖的东西；对应一个或多个业务 id",
    "the one file that lists this Apple ID's entries for this app":
      "唯一的一份文件，列出该 Apple ID 在此 App 的各个条目",
    """
    what the client remembers about an intent: order, item, product, account, transaction; it \
    lives on the device or on the backend (`records.in`)
    """: """
    客户端记住的一次购买意愿：订单、业务 id、商品、账号、交易；存在设备上或服务端（`records.in`）
    """,
    "delivered automatically, but later than by the first try in the process of the tap":
      "自动发货，但晚于点击购买的那个进程里的首次尝试",
    "a delivery that took a human's help: the recovery page, or support":
      "靠人工才完成的发货：找回页面或客服",
    "the system's dialog on which the user pays or cancels": "系统的弹窗，用户在上面付款或取消",
    "the modal cover of a blocking app, from the tap to the end of the delivery":
      "阻断式 App 的模态遮罩，从点击购买持续到发货结束",
    "the client's work to deliver one transaction, as a sequence of tries (C7)":
      "客户端为一笔交易发货的工作，由一次次尝试组成（C7）",
    """
    the store's record; *charged* once the money is taken, *unfinished* until the client \
    finishes it
    """: "商店的记录；扣款之后为 *charged*，客户端完成它之前为 *unfinished*",
    "an event on which waiting records are tried again (C8)": "引起重试待发货记录的事件（C8）",
    """
    one attempt to deliver: a `verify`, with the `createOrder` or the reading of records \
    before it where there is one
    """: "一次发货的尝试：一个 `verify`，连同它之前可能有的 `createOrder` 或读取记录",
    "one simulated person: one Apple ID, one device at a time, one or more accounts":
      "模拟的一个人：一个 Apple ID，同一时间一台设备，一个或多个账号",
    "the app in front of the user, from opening to leaving":
      "用户面对 App 的一段时间，从打开到离开",
    "a record with a transaction identifier that is not delivered":
      "已有交易 id、但还没有发货的记录",
  ]
}
