extension Chinese {
  /// What the keys of scenarios and of cases mean, and the distributions.
  static let keys: [String: String] = [
    "where editors find the schema; not read": "供编辑器查找 JSON Schema，程序不读取",
    "the version of the format": "场景格式的版本",
    "the name; the results are put into a folder of this name": "名称；结果写入同名文件夹",
    "what the scenario shows, for people": "给人看的标题：这个场景展示什么",
    "the seed of all luck": "所有随机数的种子",
    "how many users meet every design": "用户数；每个方案都面对这同一批用户",
    "how often each user buys": "每名用户购买几次",
    "when the run ends and the charges are judged": "模拟到何时结束，并判定每笔扣款的结局",
    "what is for sale": "在售的商品",
    "the name of the product (`iap_product_id`)": "商品名（`iap_product_id`）",
    "whether a finished transaction leaves the receipt (S6)":
      "完成交易后，该交易是否从票据中移除（S6）",
    "the price at which it is listed, in minor units": "标价，以分等最小货币单位计",
    "what the store takes for it, in minor units; without it, the price":
      "商店实际收取的价格，以分等最小货币单位计；不写则与标价相同",
    "what the product stands for; without it, one item of its name":
      "该商品对应的各个业务 id；不写则只有一个，与商品同名",
    "what the device takes": "设备的耗时",
    "from the opening of the app to its readiness": "从打开 App 到可以操作的时间",
    "how the store behaves": "商店的行为",
    "from the confirmation of a sheet to the charge (S2)": "从在支付弹窗确认付款到扣款的时间（S2）",
    "from a change in the store to the callback (S1)": "从商店状态变化到回调的时间（S1）",
    "how often a blocked second purchase calls the old transaction back (S5)":
      "重复购买被商店拦下时，旧交易再次回调的概率（S5）",
    "whether a return from the background calls back like a launch (S3)":
      "从后台回到前台时，是否也像启动时那样回调（S3）",
    "whether unfinished transactions appear on a new device (S3)":
      "未完成的交易是否会出现在新设备上（S3）",
    "whether a confirmation needs the user's link (D3)": "确认付款是否需要用户联网（D3）",
    "how fast the backend is": "服务端的快慢",
    "the round trip of a request for an order or for records (B1, C3)":
      "下单请求或读写记录的请求的往返时间（B1、C3）",
    "the round trip of a verification, without the check (B3)":
      "验证请求的往返时间，不含苹果校验（B3）",
    "the store's check of a receipt (B3)": "苹果校验票据的时间（B3）",
    "what users do": "用户的行为",
    "from the start of the run to the first opening of the app": "从模拟开始到首次打开 App 的时间",
    "from the app's readiness to the tap": "从 App 可以操作到点击购买的时间",
    "from one purchase's tap to the next in the same visit; without it each has its own visit":
      "同一次打开 App 期间，相邻两次购买的点击间隔；不写则每次购买各打开一次 App",
    "from the sheet's appearance to the user's decision (S2)":
      "从支付弹窗出现到用户付款或取消的时间（S2）",
    "how often a user cancels on the sheet": "用户在支付弹窗取消的概率",
    "how often a user who cancelled taps again": "取消后又点击购买的概率",
    "how long a spinner may turn (P2)": "用户能忍受 loading 转多久（P2）",
    "from a death of the process to the reopening": "从进程结束到重新打开 App 的时间",
    "how long a login takes (B2)": "登录的耗时（B2）",
    "how long a visit lasts after its last tap": "最后一次点击购买后，用户还停留多久",
    "how long a user who has just paid looks for the goods before leaving (P4)":
      "刚付完款的用户离开前等待到货的时间（P4）",
    "from the start of one visit to the start of the next (P4)":
      "从一次打开 App 到下一次打开的时间（P4）",
    "the share of users who never open the app again": "再也不打开 App 的用户比例",
    "how often the system ends the process after a visit": "用户离开后，系统结束进程的概率",
    "the accounts on the device": "设备上的账号数",
    "the share of users who are not logged in when they first come (C10)":
      "首次打开 App 时未登录的用户比例（C10）",
    "from a guest's first charge to the login (C10)": "从游客首次扣款到登录的时间（C10）",
    "from the charge to noticing that goods are missing (P3)":
      "从扣款到用户发现没有到货的时间（P3）",
    "what a user does about missing goods (P3)": "没有到货时用户怎么做（P3）",
    "the share of this reaction": "这样做的用户比例",
    "how many reactions one intent can have (P3)": "一次购买意愿最多引起几次反应（P3）",
    "how often a user who sees the recovery page tries from there (C9)":
      "看到找回页面的用户在那里手动重试的概率（C9）",
    "how often a ticket ends in a delivery by hand (P3)": "报障后由客服人工补单的概率（P3）",
    "what goes wrong, and how often": "会发生哪些异常，各有多大概率",
    "the kind of fault": "异常的种类",
    "how often it strikes an intent": "一次购买意愿遇到该异常的概率",
    "the moment from which 'after' counts": "'after' 从哪个时刻算起",
    "just before which event of the user": "紧接在该用户的第几个事件之前",
    "from the moment to the strike": "从该时刻到异常发生的时间",
    "what is out for all users at once": "所有用户同时遇到的故障",
    "what is out": "什么出了故障",
    "when it begins, counted from the start of the run": "何时开始，从模拟开始算起",
    "how long it goes on": "持续多久",
    "what is compared": "参与比较的方案",
    "the design with which each other is compared; if none, the first":
      "作为基准的方案，其余方案都与它比较；不写则为第一个",
    "the pairs that are compared": "要比较的成对方案",
    """
    how many deliveries failed at the first try and at each retry, as somebody published it \
    (C7)
    """: "他人发表的重试数据：首次尝试和每次重试各有多少次发货失败（C7）",
    "what must hold": "必须成立的预期",
    "the design": "方案的名称",
    "what is measured": "衡量的指标",
    "the deadline of the share that was not delivered within it":
      "到货期限，统计超过期限仍没有到货的比例",
    "the number of the retry of which failures are counted": "统计第几次重试的失败",
    "the least value": "最小值",
    "the greatest value": "最大值",
    "the product to which the claim is restricted": "该预期只针对哪个商品",
    "the design that has less": "数值较低的方案",
    "the design that has more": "数值较高的方案",
    "the least difference; 0 when not given": "至少相差多少；不写则为 0",
    "instead of 'by': a multiple that has less too": "代替 'by'：乘以这个倍数后仍然较低",
    "how users are drawn; by default 'stratified' where most users meet no fault":
      "如何抽取用户；多数用户遇不到异常时，默认为 'stratified'",
    "when a run has seen enough users": "抽到多少用户才算够",
    "half the width of the intervals of lost rates, at most": "掉单率置信区间的半宽不超过此值",
    "the same, as a multiple of the rate": "同上，以掉单率的倍数表示",
    "every expectation, and which of any two designs loses fewer orders":
      "每项预期都有定论，任意两个方案谁掉单较少也有定论",
    "the confidence of all intervals, over all looks": "所有检查合起来，各区间的置信度",
    "the most users, whatever is known by then": "用户数上限，不论届时是否有定论",
    "the design whose rate must be known; by default every design":
      "掉单率要达到精度的方案；默认为所有方案",
    "a value that 'lostorder sweep' varies": "'lostorder sweep' 要逐个改变的值",
    "the path of the value, as messages print it": "该值的路径，写法与错误信息中的相同",
    "the first value": "第一个值",
    "the last value, above the first": "最后一个值，大于第一个",
    "how many values, both ends included": "取多少个值，含两端",
    "whether each value is the same multiple of the one before it": "是否按等比取值",
    "instead: the values themselves, of any kind": "或直接列出各个值，类型不限",
    "the written life of a case's one user": "用例中唯一一名用户的写定经历",
    "the number of the intent; again for the same wish":
      "第几次购买意愿；同一意愿再次点击时编号相同",
    "when, counted from the first tap": "何时点击，从首次点击算起",
    "what is wanted; without it, the first of the catalog":
      "想买的业务 id；不写则为 'catalog' 中的第一个",
    "what the user does on the sheet": "用户在支付弹窗怎么做",
    "the number of the intent that it strikes": "作用于第几次购买意愿",
    "how each charge ends, in order of charging": "每笔扣款的结局，按扣款先后排列",
    "the one class in which the charge ends": "这笔扣款的结局",
    "how it was lost": "是怎样掉单的",
    "where it was lost": "是在哪里掉单的",
    "the exact set of flags": "全部标记，不多也不少",
    "every duration between the two alike": "在两端之间均匀取值",
    "without memory": "没有记忆性",
    "the logarithm is normal": "对数服从正态分布",
    "survival exp(−(t / scale)^shape)": "生存函数 exp(−(t / scale)^shape)",
    "survival points such as [[\"1s\", 0.5], [\"5s\", 0.1]]":
      "生存函数上的点，如 [[\"1s\", 0.5], [\"5s\", 0.1]]",
    "the shortest": "最短的时长",
    "the longest, at least `from`": "最长的时长，不小于 `from`",
    "the mean": "均值",
    "the median": "中位数",
    "the standard deviation of the logarithm": "对数的标准差",
    "the time that exp(-1) = 36.8 % outlast": "有 exp(-1) = 36.8 % 超过的时长",
    "below 1 the tail is heavy": "形状参数，小于 1 时为重尾",
    "the survival function": "生存函数",
  ]
}
