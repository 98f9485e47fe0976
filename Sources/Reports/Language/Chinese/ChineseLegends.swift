extension Chinese {
  /// What stands below tables, in the lines in which it is printed.
  static let legends: [String: String] = [
    """
    Lost orders (undelivered, crossed, misdelivered, rescued) and recovered ones per mille of \
    charges;
    lost sales per mille of intents that wanted to pay; double charges per mille of intents;
    median and p99 of the time from charge to delivery over all charges, lost ones never.
    """: """
    掉单（未发货、串单、发错账号、人工补单）和自动补单：占扣款的 ‰；人工补单是客服或找回页面补上的，也算掉单；
    未成交：想付款却没有扣款，占想付款的购买意愿的 ‰；重复扣款：占购买意愿的 ‰；
    到货：从扣款到发货的时间，取全部扣款的中位数和 p99，掉单按“永不”计。
    """,
    """
    Money in minor units: what the store took, by the class of its charge. Bad debt is what the \
    order
    system books and the store does not pay: refunds after delivery, duplicates, wrong list prices.
    """: """
    金额以分等最小货币单位计：商店收取的钱，按扣款的结局分列。坏账是订单系统入账、商店却没有付的钱：
    发货后退款、重复发货、标价与商店价格不一致。
    """,
    """
    B compared with A over the same users: B's lost orders per mille of charges less A's; users who
    lost an order under both, under one alone, under neither; p: the exact McNemar test of 'only A'
    against 'only B', and adjusted by Holm for {0}. A design is named if fewer users lose
    an order under it and the adjusted p is at most {1}.
    """: """
    同一批用户下 B 与 A 相比：B 的掉单率减 A 的掉单率（占扣款的 ‰）；两个方案下都掉单、仅在一个方案下掉单、
    都没有掉单的用户数；p：“仅 A”对“仅 B”的 McNemar 精确检验，以及按 {0}做 Holm 校正后的值。
    一个方案的掉单用户较少、且校正后的 p 不超过 {1}，才写出它的名字。
    """,
    """
    B compared with A over the same users: B's lost orders per mille of charges less A's; users,
    as drawn, who lost an order under both and under one alone. Strata weigh them unequally, so
    these counts do not tell the difference, which is: the share of users who lose an order
    under B alone less that under A alone. p: that this is 0, by its interval; adjusted by
    Holm for {0}. A design is named if fewer users lose an order under it and the adjusted
    p is at most {1}.
    """: """
    同一批用户下 B 与 A 相比：B 的掉单率减 A 的掉单率（占扣款的 ‰）；实际抽到的用户中，两个方案下都掉单、
    仅在一个方案下掉单的人数。各层的权重不同，所以差别不看这些人数，而看：仅在 B 下掉单的用户占比
    减去仅在 A 下掉单的用户占比。p：检验这个差为 0，由它的区间得出；再按 {0}做 Holm 校正。
    一个方案的掉单用户较少、且校正后的 p 不超过 {1}，才写出它的名字。
    """,
    "after a pilot of {0}": "事先试抽 {0} 名",
    "in what was to be a pilot": "只有试抽的用户",
    """
    Users were drawn from {0} strata by the faults that strike them, {1}; none \
    paid.
    """: "按遇到的异常把用户分为 {0} 层抽取，{1}；没有人付款。",
    """
    Users were drawn from {0} strata by the faults that strike them, {1};
    counts are scaled to {2} users drawn plainly, rounded. Lost rates as
    sure as these would have cost {3} users drawn plainly.
    """: """
    按遇到的异常把用户分为 {0} 层抽取，{1}；
    计数已折算成直接抽取的 {2} 名用户，并取整。要得到同样精确的掉单率，
    直接抽取需要 {3} 名用户。
    """,
    """
    Users were drawn from {0} strata by the faults that strike them, {1};
    counts are scaled to {2} users drawn plainly, rounded. Lost rates as
    sure as these would have cost {3} to {4} users drawn plainly, by design.
    """: """
    按遇到的异常把用户分为 {0} 层抽取，{1}；
    计数已折算成直接抽取的 {2} 名用户，并取整。要得到同样精确的掉单率，
    直接抽取需要 {3} 至 {4} 名用户，因方案而异。
    """,
    """
    Precise at look {0}, after {1} users:
    {2};
    the intervals hold at all looks together with {3}.
    """: """
    第 {0} 次检查时达到精度，共 {1} 名用户：
    {2}；
    所有检查合起来，区间的置信度为 {3}。
    """,
    """
    Not precise at look {0}, after {1} users, of whom not every design charged one;
    {2} is not reached;
    the intervals hold at all looks together with {3}.
    """: """
    第 {0} 次检查时仍未达到精度，共 {1} 名用户，但有方案没有向任何人扣款；
    没有达到：{2}；
    所有检查合起来，区间的置信度为 {3}。
    """,
    """
    Not precise at look {0}, after {1} users, the most allowed;
    {2} is not reached;
    the intervals hold at all looks together with {3}.
    """: """
    第 {0} 次检查时仍未达到精度，用户数已到上限 {1} 名；
    没有达到：{2}；
    所有检查合起来，区间的置信度为 {3}。
    """,
    "the lost rate of {0} within ±{1} ‰": "{0} 的掉单率精确到 ±{1} ‰",
    "every lost rate within ±{0} ‰": "每个掉单率精确到 ±{0} ‰",
    "the lost rate of {0} within ±{1} % of it": "{0} 的掉单率精确到自身的 ±{1} %",
    "every lost rate within ±{0} % of it": "每个掉单率精确到自身的 ±{0} %",
    "every expectation and the ranking decided": "每项预期和方案的排名都有定论",
  ]
}

extension Chinese {
  /// Expectations, and what was found of them.
  static let claims: [String: String] = [
    "{0}: expected {1}; found {2}": "{0}：预期 {1}；实际 {2}",
    "{0} {1}, expected {2}": "{0} {1}，预期 {2}",
    "{0} {1} ({2}), expected {3}": "{0} {1}（{2}），预期 {3}",
    "{0} by {1}, expected {2}": "{0} 差 {1}，预期 {2}",
    "{0} by {1} ({2}), expected {3}": "{0} 差 {1}（{2}），预期 {3}",
    "{0} below {1}: {2}": "{0} 低于 {1}：{2}",
    "{0} below {1}: {2} times {3}": "{0} 低于 {1}：{2} × {3}",
    "at least {0}": "至少 {0}",
    "at most {0}": "至多 {0}",
    "above 0": "大于 0",
    "{0} within {1}": "{0}（{1} 之内）",
    "{0} at retry {1}": "{0}（第 {1} 次重试）",
    "{0} of {1}": "{1} 的 {0}",
    "has nothing to measure": "没有可测的数据",
    "beyond count": "超出计数范围",
    "{0} (no flags)": "{0}（无标记）",
    "{0} (flags {1})": "{0}（标记 {1}）",
  ]
}
