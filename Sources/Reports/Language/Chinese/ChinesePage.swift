extension Chinese {
  /// The frame of a page, and what stands on that of a case.
  static let page: [String: String] = [
    "<b>{0}</b>: {1}": "<b>{0}</b>：{1}",
    "parts of this report": "本报告的各部分",
    "as a table": "以表格查看",
    "The scenario": "场景",
    "the file": "场景文件",
    "How to reproduce": "如何重现",
    "lostorder {0} gives the same bytes from the same file and seed, on any number of workers.":
      "同一文件、同一种子，lostorder {0} 给出逐字节相同的结果，与线程数无关。",
    "The second command plays one life of this report again.": "第二条命令重放本报告中的一名用户。",
    "{0} of 1 expectation holds.": "1 项预期中 {0} 项成立。",
    "{0} of {1} expectations hold.": "{1} 项预期中 {0} 项成立。",
    "Cannot tell: {0}.": "无法判定：{0}。",
    "the order is lost under {0} of 1 design.": "1 个方案中有 {0} 个掉单。",
    "the order is lost under {0} of {1} designs.": "{1} 个方案中有 {0} 个掉单。",
    "nobody was charged.": "没有人被扣款。",
    "{0} loses {1} of its charges.": "{0} 的掉单率为 {1}。",
    "{0} loses {1} of its charges, the least; {2} loses {3} ‰, the most.":
      "{0} 掉单最少，为 {1}；{2} 掉单最多，为 {3} ‰。",
    "{0} loses {1} of its charges; {2} loses {3} ‰.": "{0} 的掉单率为 {1}；{2} 的掉单率为 {3} ‰。",
    "Expectations": "预期",
    "Expectations of the scenario": "场景的各项预期",
    "where": "位置",
    "what": "内容",
    "found": "实测",
    "verdict": "结论",
    "The scenario expects nothing, so nothing can fail.": "场景没有设预期，所以没有什么可以不通过。",
    """
    Decided on the {0} interval of what they bound: inconclusive means that the interval holds the \
    bound.
    """: "按所限数值的 {0} 置信区间判定：“无法判定”是指界限落在区间之内。",
    "How the case ends": "用例的结局",
    "How it ends": "结局",
    "One written life under every design.": "同一名用户的写定经历，在每个方案下各走一遍。",
    "What happened": "经过",
    "Designs with the same life as one before, or for which there is no room, are left out.":
      "与前面某个方案经过相同的，或放不下的，略去。",
    "nothing was charged": "没有扣款",
    "charge {0} ({1}): {2}": "第 {0} 笔扣款（{1}）：{2}",
    "charge {0} ({1}): {2}, {3}, drop point {4}": "第 {0} 笔扣款（{1}）：{2}，{3}，掉单点 {4}",
    "{0}: {1}, user {2}, seed {3}": "{0}：{1}，用户 {2}，种子 {3}",
    "{0}: {1}, by a plan": "{0}：{1}，按写定的计划",
  ]
}

extension Chinese {
  /// The sections of a page with rates.
  static let sections: [String: String] = [
    "Lost orders": "掉单",
    """
    Per mille of charges, with {0} intervals, the least first. Lost: undelivered, crossed, \
    misdelivered or rescued by a human.
    """: "占扣款的 ‰，附 {0} 置信区间，最少的在前。掉单包括：未发货、串单、发错账号，以及靠人工补单的。",
    """
    Per mille of charges, with {0} intervals, the least first; the dashed line is {1}. Lost: \
    undelivered, crossed, misdelivered or rescued by a human.
    """: "占扣款的 ‰，附 {0} 置信区间，最少的在前；虚线是 {1}。掉单包括：未发货、串单、发错账号，以及靠人工补单的。",
    "lost orders per mille of charges": "掉单占扣款的 ‰",
    "Lost orders per mille of charges, by design, with their {0} intervals":
      "各方案掉单占扣款的 ‰，附 {0} 置信区间",
    """
    Rates by design; lost sales of intents that wanted to pay, double charges of intents, all else \
    of charges
    """: "各方案的比率；未成交以想付款的购买意愿为分母，重复扣款以购买意愿为分母，其余以扣款为分母",
    "lost ‰": "掉单 ‰",
    "crossed ‰": "串单 ‰",
    "misdelivered ‰": "发错账号 ‰",
    "rescued ‰": "人工补单 ‰",
    "recovered ‰": "自动补单 ‰",
    "lost sales ‰": "未成交 ‰",
    "double charges ‰": "重复扣款 ‰",
    "duplicates ‰": "重复发货 ‰",
    "interval of lost ‰": "掉单 ‰ 区间",
    "median time": "到货中位时间",
    "p99 time": "到货 p99 时间",
    "{0} of {1} charges": "{1} 笔扣款中掉单 {0} 笔",
    "Paired differences": "配对比较",
    """
    The same users met both designs. Left of 0 the first-named design loses fewer orders; p, \
    adjusted by Holm for {0}:
    """: "两个方案面对同一批用户。在 0 左侧，写在前面的方案掉单更少；p（按 {0}做 Holm 校正）：",
    " the exact McNemar test.": "McNemar 精确检验。",
    """
     that as many users lose an order under either design, as the strata weigh them; users are \
    counted as drawn.
    """: "检验按各层的权重，两个方案下掉单的用户是否一样多；人数为实际抽到的用户。",
    "B − A, users ‰": "B − A，用户 ‰",
    "difference of lost orders per mille of charges": "掉单之差，占扣款的 ‰",
    "lost orders per mille of charges, less those of {0}": "掉单之差（减去 {0}），占扣款的 ‰",
    """
    The same users met every design. Left of 0 a design loses fewer orders than {0}; p, adjusted \
    by Holm for {1}:
    """: "各方案面对同一批用户。在 0 左侧的方案比 {0} 掉单更少；p（按 {1}做 Holm 校正）：",
    "Differences of lost-order rates over the same users, with their intervals": "同一批用户下掉单率之差，附区间",
    "Pairs of designs over the same users": "同一批用户下的成对方案",
    "B − A, lost ‰": "B − A，掉单 ‰",
    "both lose": "都掉单",
    "fewer lose under": "掉单用户较少者",
    "only {0} loses {1} users, only {2} {3}; adjusted p {4}":
      "仅 {0} 掉单的用户 {1} 名，仅 {2} 掉单的 {3} 名；校正后 p {4}",
    "Where orders are lost": "掉在哪里",
    """
    The drop point is the earliest moment after which a lost order could not come right \
    ('lostorder explain' tells each). Each bar is all lost orders of a design.
    """: "掉单点是一笔掉单再也无法自行挽回的最早时刻（'lostorder explain --language zh' 逐一解释）。每条代表一个方案的全部掉单。",
    "The lost orders of each design by their drop points": "各方案的掉单，按掉单点划分",
    "Lost orders by drop point": "各掉单点的掉单数",
    "all else": "其他",
    "{0}: {1}, {2} orders, {3} %": "{0}：{1}，{2} 笔，{3} %",
    "Designs against faults": "方案与异常",
    """
    Lost orders per mille of the charges of users whom a fault of the kind struck, and under it \
    the number of these charges. A user whom several faults struck counts for each, so a column \
    also shows what came together with its fault. A click on an underlined number leads to a \
    drawn life that lost an order there; other cells name the command.
    """:
      "遇到该类异常的用户，其掉单占扣款的 ‰，下面是这些扣款的笔数。遇到多种异常的用户每种都算，所以一列也包含与该异常同时出现的情况。点击带下划线的数字，可看一名在此掉单的用户的时序图；其余各格给出重放命令。",
    "Lost orders per mille of the charges of struck users, by design and kind of fault":
      "遇到异常的用户的掉单占其扣款的 ‰，按方案和异常种类",
    """
    Lost orders per mille of the charges of users whom a kind of fault struck, and the number of \
    these charges
    """: "遇到某类异常的用户的掉单占其扣款的 ‰，以及这些扣款的笔数",
    "{0}, {1}: {2} ‰ ({3}) of {4} charges": "{0}，{1}：{4} 笔扣款中掉单 {2} ‰（{3}）",
    "{0}, {1}: nobody was charged": "{0}，{1}：没有人被扣款",
    "{0}; {1}": "{0}；{1}",
    "{0}; click for a drawn life": "{0}；点击看时序图",
    "1 drawn life that lost an order": "1 张掉单用户的时序图",
    "{0} drawn lives that lost an order": "{0} 张掉单用户的时序图",
    "Not delivered yet": "尚未到货",
    """
    The share of charges whose goods have not come so long after the charge, by whatever hand; \
    both axes are logarithmic. What a curve keeps at the right end never comes.
    """: "扣款后经过这么久仍没有到货的扣款所占比例，不论由谁补单；两轴均为对数刻度。曲线在最右端剩下的，就是永远不会到货的。",
    "The share of charges that are not delivered, by the time since the charge":
      "没有到货的扣款所占比例，按扣款后的时间",
    "Charges that are not delivered, per mille, by the time since the charge": "没有到货的扣款的 ‰，按扣款后的时间",
    "time since the charge": "扣款后的时间",
    "share not delivered": "没有到货的比例",
    "The retry funnel": "重试漏斗",
    """
    Of the deliveries whose first try failed: the share whose k-th retry failed too. A delivery \
    that starts anew, at a launch for example, begins at its first try again.
    """: "首次验证失败的发货任务中，第 k 次重试也失败的比例。重新开始的任务（例如 App 启动后的补单）从首次重新算起。",
    "The share of deliveries whose first try failed and whose k-th retry failed too":
      "首次验证失败的发货任务中，第 k 次重试也失败的比例",
    "Deliveries whose first try failed, and the share whose k-th retry failed too":
      "首次验证失败的发货任务数，以及第 k 次重试也失败的比例",
    "share still failing": "仍然失败的比例",
    "first tries": "首次失败",
    "retry {0}": "重试 {0}",
    "what clients logged": "客户端打点",
    "How often clients logged each moment": "客户端各打点的次数",
    "abnormal users": "异常用户",
    "Money": "金额",
    """
    Money in lost orders per mille of what the store took, the least first. Bad debt is what the \
    order system books and the store does not pay: refunds after delivery, duplicates, wrong list \
    prices.
    """: "掉单金额占商店收款的 ‰，最少的在前。坏账是订单系统入账、商店却没有付的钱：发货后退款、重复发货、标价与商店价格不一致。",
    "lost money per mille of what was charged": "掉单金额占扣款金额的 ‰",
    "Money in lost orders per mille of what the store took, by design": "各方案掉单金额占商店收款的 ‰",
    "Money in minor units": "金额（分等最小货币单位）",
    "of it refunded goods": "其中发货后退款",
    "duplicates": "重复发货",
    "price differences": "价格差",
    "bad debt {0} of {1} charged": "扣款 {1}，其中坏账 {0}",
  ]
}
