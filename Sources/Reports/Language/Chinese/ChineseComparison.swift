extension Chinese {
  /// What changed between two runs.
  static let baseline: [String: String] = [
    "lost orders": "掉单",
    "lost sales": "未成交",
    "double charges": "重复扣款",
    "duplicate deliveries": "重复发货",
    "{0}: {1} {2} ‰, before {3} ‰; {4} to {5} ‰ more": "{0}：{1} {2} ‰，此前 {3} ‰；变化 {4} 至 {5} ‰",
    "of the same users {0} lose newly and {1} no longer, adjusted p {2}":
      "同一批用户中 {0} 名新出现掉单、{1} 名不再掉单，校正后 p {2}",
    "of the same users {0} lose newly and {1} no longer, adjusted p by the weights of strata {2}":
      "同一批用户中 {0} 名新出现掉单、{1} 名不再掉单，按各层权重、校正后 p {2}",
    """
    of the losers that summaries list {0} are new and {1} gone, adjusted p by the weights of \
    strata {2}
    """: "摘要所列的掉单用户中，新增 {0} 名、消失 {1} 名，按各层权重、校正后 p {2}",
    "of the losers that summaries list {0} are new and {1} gone, adjusted p {2}":
      "摘要所列的掉单用户中，新增 {0} 名、消失 {1} 名，校正后 p {2}",
    "{0}: {1} cannot be measured in one of the runs": "{0}：有一次运行测不出{1}",
    "{0}: {1} cannot be measured in either run: nobody was charged": "{0}：两次运行都测不出{1}：没有人付款",
    "{0}: {1} of {2} charges say nothing: losing all would look like losing none":
      "{0}：仅 {2} 笔付款的{1}说明不了什么：全丢与不丢看起来一样",
    "in the design {0}": "方案本身改了：{0}",
    "{0} is {1}, before {2}": "{0} 为 {1}（原为{2}）",
    "the default": "默认值",
    "{0}: {1}, before {2}": "{0}：{1}，此前 {2}",
    "{0} ({1})": "{0}（{1}）",
    "{0} is a case now and was a scenario": "{0} 现在是单用户用例，此前是场景",
    "{0}: the intervals are sure to {1} %, before to {2} %, so nothing is compared":
      "{0}：区间的置信水平为 {1}%，此前为 {2}%，因此不作比较",
    "one of the runs was cut short: its users are not those of the other":
      "其中一次运行被提前结束，两次运行的用户不相同",
    "{0} is a scenario now and was a case": "{0} 现在是场景，此前是单用户用例",
    "{0} is new": "{0} 是新增的",
    "{0} is gone": "{0} 已不在",
    "worse": "变差",
    "better": "变好",
    "changed": "有变化",
    "incomparable": "无法比较",
    "same": "相同",
    "{0} worse": "{0} 项变差",
    "{0} better": "{0} 项变好",
    "{0} changed": "{0} 项有变化",
    "{0} incomparable": "{0} 项无法比较",
    "nothing changed": "没有变化",
    "1 scenario": "1 个场景",
    "{0} scenarios": "{0} 个场景",
    "{0}: not in the baseline": "{0}：基线中没有",
    "{0}: in the baseline, and not in the new results": "{0}：基线中有，新的结果中没有",
    "baseline: nothing could be compared": "与基线相比：没有可以比较的",
    "baseline: {0} in {1}; {2}": "与基线相比，{1}：{0}；{2}",
    "a share is worse if its interval says that it grew by more than {0} ‰":
      "比率的区间表明增加超过 {0} ‰，才算变差",
    "a share is worse if its interval, or the same users, say that it grew":
      "比率的区间或同一批用户表明增加，才算变差",
  ]

  /// Users who tell two designs apart.
  static let flips: [String: String] = [
    "lost under {0}, not under {1}: {2}": "{0} 下掉单、{1} 下不掉单：{2}",
    "no user": "没有用户",
    "1 user": "1 名用户",
    "{0} users": "{0} 名用户",
    "{0}, of whom the first {1}": "{0}，列出前 {1} 名",
    "user {0}: {1}": "用户 {0}：{1}",
    "{0}, {1}, drop point {2}": "{0}，{1}，掉单点 {2}",
  ]
}
