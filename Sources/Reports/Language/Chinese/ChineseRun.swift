extension Chinese {
  /// Single words and short phrases, of which several reports make use.
  static let words: [String: String] = [
    "design": "方案",
    "charge": "扣款",
    "charges": "扣款",
    "charged": "扣款",
    "delivered": "正常发货",
    "recovered": "自动补单",
    "rescued": "人工补单",
    "lost": "掉单",
    "refunded": "退款",
    "bad debt": "坏账",
    "money": "金额",
    "kind": "类别",
    "drop point": "掉单点",
    "flags": "标记",
    "expected": "预期",
    "none": "无",
    "yes": "符合",
    "no": "不符",
    "never": "永不",
    "{0} ms": "{0} 毫秒",
    "{0} s": "{0} 秒",
    "{0} min": "{0} 分钟",
    "{0} h": "{0} 小时",
    "{0} d": "{0} 天",
    "unknown": "未知",
    "anything": "任意",
    "nothing": "无",
    "undecided": "未定",
    "interval": "区间",
    "retry": "重试",
    "first": "首次",
    "published": "已发表",
    "pass": "通过",
    "fail": "不通过",
    "inconclusive": "无法判定",
    "only A": "仅 A",
    "only B": "仅 B",
    "neither": "都不掉单",
    "below {0}": "低于 {0}",
    "{0} to {1}": "{0} 至 {1}",
    "{0}: {1}": "{0}：{1}",
    "1 pair": "1 对方案",
    "{0} pairs": "{0} 对方案",
    "no charge": "没有扣款",
    "nobody was charged": "没有人被扣款",
  ]
}

extension Chinese {
  /// What `run` prints.
  static let run: [String: String] = [
    "lostorder {0}, seed {1}, 1 user": "lostorder {0}，种子 {1}，1 名用户",
    "lostorder {0}, seed {1}, {2} users": "lostorder {0}，种子 {1}，{2} 名用户",
    "lostorder {0}, seed {1}, a case": "lostorder {0}，种子 {1}，单用户用例",
    ", interrupted": "，被中断",
    ", cut short by the time limit": "，因到达时间上限提前结束",
    ", cut short by an endless life": "，因过程无穷无尽而中止",
    "interrupted": "被中断",
    "interrupted before anything was known": "被中断，尚无结果",
    "interrupted after {0} users; how many those are is not repeated by another run":
      "在 {0} 名用户之后被中断；再次运行时人数不会相同",
    "the time limit was reached": "到达时间上限",
    "the time limit was reached before anything was known": "到达时间上限，尚无结果",
    "the time limit was reached after {0} users; how many those are is not repeated by another run":
      "在 {0} 名用户之后到达时间上限；再次运行时人数不会相同",
    "a life under '{0}' has more than {1} events, most of them because of '{2}'; expected longer times there":
      "'{0}' 下有一个过程超过 {1} 个事件，大多源于 '{2}'；预期那里的时间更长",
    "the life of user {0} under '{1}' has more than {2} events, most of them because of '{3}'; expected longer times there":
      "用户 {0} 在 '{1}' 下的过程超过 {2} 个事件，大多源于 '{3}'；预期那里的时间更长",
    " of the pilot": "（预抽样）",
    " of the second pilot": "（第二次预抽样）",
    "lost\n\n‰": "掉单\n‰",
    "{0}\ninterval\n‰": "{0} 区间\n‰",
    "crossed\n\n‰": "串单\n‰",
    "mis-\ndelivered\n‰": "发错账号\n‰",
    "rescued\n\n‰": "人工补单\n‰",
    "recovered\n\n‰": "自动补单\n‰",
    "lost\nsales\n‰": "未成交\n‰",
    "double\ncharges\n‰": "重复扣款\n‰",
    "median\ntime": "到货\n中位",
    "p99\ntime": "到货\np99",
    "B − A\nlost\n‰": "B − A\n掉单 ‰",
    "B − A\nusers\n‰": "B − A\n用户 ‰",
    "both\n\nusers": "都掉单\n用户",
    "only A\n\nusers": "仅 A\n用户",
    "only B\n\nusers": "仅 B\n用户",
    "neither\n\nusers": "都不掉单\n用户",
    "fewer\nlose under": "掉单用户\n较少者",
    "lost ‰ by product": "各商品掉单 ‰",
    "one-to-one": "一对一",
    "many-to-one": "多对一",
    "'lostorder compare FILE A B' lists users who tell two designs apart.":
      "'lostorder compare FILE A B' 列出在两个方案下结果不同的用户。",
    "expectations": "预期",
    "expectations (values with their {0} intervals)": "预期（数值附 {0} 置信区间）",
    "{0}: {1} ({2})": "{0}：{1}（{2}）",
    "no expectations": "没有设预期",
    "{0} as expected": "{0} 项符合",
    "{0} not as expected": "{0} 项不符",
    "{0} undecided": "{0} 项未定",
    "no design charged any user, so the run says nothing about lost orders":
      "没有任何方案向用户扣款，所以这次运行说明不了掉单",
    """
    fault '{0}' (number {1} of the plan) struck no user under any design; expected at least one \
    strike
    """: "异常 '{0}'（计划中第 {1} 个）在任何方案下都没有发生；应至少发生一次",
    "outages[{0}] begins behind the horizon and meets nobody; expected an earlier 'from'":
      "outages[{0}] 在终点之后才开始，没有人遇到；'from' 应更早",
    "fault '{0}' (faults[{1}]) struck no user under any design; expected at least one strike":
      "异常 '{0}'（faults[{1}]）在任何方案下都没有发生；应至少发生一次",
    """
    the precision that was asked for is not reached with {0} users; expected a larger 'atMost', or \
    less precision
    """: "{0} 名用户达不到所要求的精度；请调大 'atMost'，或降低精度要求",
    """
    the precision that was asked for is not reached: none of {0} users was charged under '{1}'; \
    expected more 'users', or the precision of another 'design'
    """: "达不到所要求的精度：方案 '{1}' 没有向 {0} 名用户中的任何人扣款；请增加 'users'，或改用其他 'design' 的精度",
    "one lost order, step by step:": "逐步回放一笔掉单：",
    "one lost order, step by step (others by the names of their designs):": "逐步回放一笔掉单（换方案名可看其他方案）：",
    "{0}: cannot tell: {1}": "{0}：无法判定：{1}",
    "nobody was charged under design {0}": "方案 {0} 下没有人被扣款",
    "{0} users/s": "每秒 {0} 名用户",
    "{0} left": "还需 {0}",
    "least lost so far: {0}": "目前掉单最少：{0}",
    "{0} files: {1}": "{0} 个文件：{1}",
    "{0} pass": "{0} 个通过",
    "{0} fail": "{0} 个不通过",
    "{0} inconclusive": "{0} 个无法判定",
  ]
}
