extension Chinese {
  /// The frame of explanations: headings, what is known of a name, what is not found.
  static let explanations: [String: String] = [
    "key of a scenario": "场景的键",
    "keys of a scenario": "场景的键",
    "distribution": "分布",
    "distributions": "分布",
    "fault": "异常",
    "faults": "异常",
    "parameter of a fault": "异常的参数",
    "parameters of faults": "异常的参数",
    "axis of designs": "方案的维度",
    "axes of designs": "方案的维度",
    "value of an axis": "维度的取值",
    "values of axes": "维度的取值",
    "built-in design": "内置方案",
    "built-in designs": "内置方案",
    "metric": "指标",
    "metrics": "指标",
    "outcome of a charge": "扣款的结局",
    "outcomes of charges": "扣款的结局",
    "kind of loss": "掉单的类别",
    "kinds of loss": "掉单的类别",
    "flag of a case": "用例的标记",
    "flags of cases": "用例的标记",
    "drop points": "掉单点",
    "word": "术语",
    "words": "术语",
    "takes": "取值",
    "default": "默认",
    "written": "写法",
    "source": "出处",
    "built in": "采用方案",
    "elsewhere": "别称",
    "only": "仅可写在",
    "not": "不可写在",
    "in a case": "用例中",
    "keys": "参数",
    "at": "时刻",
    "bounds": "界限",
    "in no design": "无",
    "it is the default": "这是默认值",
    "none: it is required": "无，必须写出",
    "an assumption of ours": "我们的假设",
    "by default the {0} of the intent": "默认为该次购买意愿的 {0}",
    "in an object of 'designs', or varied under 'vary'":
      "在 'designs' 的对象里，或在 'vary' 下列出多个值",
    "{0} wherever a duration may be drawn": "{0}，可用于任何随机抽取的时长",
    "as 'outcome' of a charge in 'expect' of a case": "在用例的 'expect' 里，作为扣款的 'outcome'",
    "as 'kind' of a charge in 'expect' of a case": "在用例的 'expect' 里，作为扣款的 'kind'",
    "as 'dropPoint' of a charge in 'expect' of a case":
      "在用例的 'expect' 里，作为扣款的 'dropPoint'",
    "in 'flags' in 'expect' of a case": "在用例的 'expect' 里，列入 'flags'",
    "as in 'behavior'": "与 'behavior' 中的相同",
    "that of the kind of fault": "由异常种类决定",
    "\"200ms\", or \"0s\" when 'after' is given": "\"200ms\"；写了 'after' 时为 \"0s\"",
    "rule {0} ({1})": "规则 {0}（{1}）",
    "one of {0}": "{0} 之一",
    "{0} or {1}": "{0} 或 {1}",
    "a list of {0}": "列表，各项为 {0}",
    "there is nothing to explain about {0}; 'lostorder explain' lists everything":
      "没有关于 {0} 的解释；'lostorder explain --language zh' 列出全部名称",
    """
    there is nothing to explain about {0}; 'lostorder explain' lists everything; did you mean \
    {1}?
    """: "没有关于 {0} 的解释；'lostorder explain --language zh' 列出全部名称；要找的是 {1} 吗？",
  ]
}

extension Chinese {
  /// The kinds of values that keys take.
  static let kinds: [String: String] = [
    "a name of at most 100 letters, digits, '-', '_' or '.', not beginning with '.'":
      "名称，至多 100 个字符，由字母、数字、'-'、'_' 和 '.' 组成，不以 '.' 开头",
    "a text": "文本",
    "true or false": "true 或 false",
    "a duration such as '5s' (units us, ms, s, m, h, d)":
      "时长，如 '5s'（单位 us、ms、s、m、h、d）",
    "a duration such as '5s', or one of uniform, exponential, lognormal, weibull or empirical":
      "时长，如 '5s'；或 uniform、exponential、lognormal、weibull、empirical 之一",
    "a number from 0 to 1": "0 至 1 的数",
    "a whole number from {0} to {1}": "{0} 至 {1} 的整数",
    "a number from {0} to {1}": "{0} 至 {1} 的数",
    "a list of durations such as '5s'": "列表，各项为时长，如 '5s'",
    "a list": "列表",
    "an object": "对象",
    "an object of shares": "对象，各值为比例",
    "a list of products": "商品的列表",
    "a list of faults": "异常的列表",
    "a list of outages": "故障的列表",
    "a list of designs": "方案的列表",
    "a list of pairs of designs": "成对方案的列表",
    "a list of numbers": "数的列表",
    "a list of expectations": "预期的列表",
    "a list of charges": "扣款的列表",
    "a list of taps and faults": "点击和异常的列表",
    "a list of values": "值的列表",
    "a number or a duration": "数或时长",
    "a number, or for delivery times a duration such as '5s'": "数；到货时间则用时长，如 '5s'",
    "minor units of money, 0 or more": "金额，以分等最小货币单位计，不小于 0",
  ]
}
