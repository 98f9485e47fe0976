import TestSupport
import Testing

@Suite("Explain") struct ExplainTests {
  @Test("a key is explained with its kind, default and source")
  func key() throws {
    let ending = try Command.run("explain", "patience")
    expectEqual(
      ending.output,
      """
      behavior.patience: key of a scenario
        how long a user tolerates a spinner before killing the app (P2)

        takes      a duration such as '5s', or one of uniform, exponential, lognormal, weibull or
                   empirical
        default    {"lognormal": {"median": "30s", "sigma": 0.5}}
        in a case  "30s"
        source     rule P2 (UserRules)

      """)
    expectEqual(ending.code, 0)
  }

  @Test("a name with several meanings shows all of them, and names of two words need no quotes")
  func several() throws {
    let finish = try Command.run("explain", "finish").output
    #expect(finish.hasPrefix("finish: axis of designs\n"))
    #expect(finish.contains("\n\nfinish: term\n"))
    let lost = try Command.run("explain", "lost", "order").output
    #expect(
      lost.hasPrefix(
        "lost order: term\n  a charge whose item did not reach the right account before the"))
  }

  @Test("an axis lists its values, each with its meaning")
  func axis() throws {
    #expect(
      try Command.run("explain", "records.in").output == """
        records.in: axis of designs
          where records are stored; on the 'server' each write and read is a request (D1, D2, C3)

          memory    in the memory of the process; lost when the process ends (D1)
          sandbox   in the app's sandbox; lost when the app is deleted (D2)
          keychain  in the keychain; lost only on a new device (D2)
          server    on the backend under the account; never lost, but a request can fail (C3, D3)

          takes    one of these values
          default  "memory"
          written  in a design, or as a list in 'vary', which makes a design for each value
          source   rule D1 (DeviceRules), rule D2 (DeviceRules), rule C3 (ClientRules)

        """)
    let item = try Command.run("explain", "binding.item").output
    #expect(item.contains("\n  takes    a list of these values\n  default  []\n"))
  }

  @Test("a value is explained with its effect, its axis, its designs and its default")
  func value() throws {
    #expect(
      try Command.run("explain", "finish=onCallback").output == """
        finish=onCallback: value of an axis
          at the `purchased` callback; retries resend the receipt of that callback (C6)

          axis     finish: when a transaction is finished (C6, C7); 'afterVerification' is not allowed if
                   'server.verification' is 'asynchronous'
          used by  naive, zero-loss-legacy, keep-original, ledger-before, sk2-naive, play-naive,
                   play-flutter
          default  "afterVerification"
          source   rule C6 (ClientRules)

        """)
    #expect(
      try Command.run("explain", "server.dedupe=transaction", "--language=zh").output == """
        server.dedupe=transaction：维度的取值
          按交易 id（B5）

          维度      server.dedupe：按什么去重：什么相同的两个请求算同一次发货（B5）
          采用方案  naive、zero-loss-legacy、zero-loss-1.0、zero-loss-1.1、zero-loss-1.2、zero-loss-1.3、
                    zero-loss-guest、beiliao、beiliao-coarse、leo、zhangtielei、bound-sync、keep-original、
                    keep-1、keep-2、keep-3、ledger-before、ledger、sk2-naive、sk2-sample、sk2-token、
                    sk2-server、sk2-revenuecat、sk2-rn-iap、play-naive、play-sample、play-ack-first、
                    play-server-ack、play-rtdn、play-revenuecat、play-rn-iap、play-flutter
          默认      就是这个值
          出处      规则 B5（BackendRules）

        """)
  }

  @Test("a rule is explained by its code in upper or lower case, with its article")
  func rule() throws {
    let text = """
      C4: rule of the world
        At `failed` the client finishes the failed transaction, unless `onFailed` keeps it. If the code is
        in `records.clearOn`, the client deletes the newest record of the product that has no transaction
        identifier.

        title   Failed purchases
        source  ClientRules

      """
    #expect(try Command.run("explain", "C4").output == text)
    #expect(try Command.run("explain", "c4").output == text)
    #expect(
      try Command.run("explain", "--language", "zh", "C4").output == """
        C4：规则
          收到 `failed` 时，客户端完成这笔失败的交易，除非 `onFailed` 要求保留。如果错误码在
          `records.clearOn` 里，就清除该商品还没有交易 id 的最新一条记录。

          标题  购买失败
          出处  ClientRules

        """)
    #expect(
      try Command.run("explain").output.contains(
        "\nrules\n  S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11, K1, K2, K3, K5, K6, K7, K8, K9, K11, K12, G1, "
      ))
  }

  @Test("without a name all explanations are listed by group, in lines that fit")
  func list() throws {
    let ending = try Command.run("explain")
    let lines = ending.output.split(separator: "\n").map(String.init)
    expectEqual(
      lines.filter { !$0.hasPrefix(" ") },
      [
        "keys of a scenario", "distributions", "faults", "parameters of faults", "groups of axes",
        "axes of designs", "values of axes", "built-in designs", "metrics", "columns of tables",
        "outcomes of charges", "kinds of loss",
        "flags of cases", "drop points", "events of logs", "rules", "terms",
      ])
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(ending.output.contains("behavior.patience,"))
  }

  @Test("an unknown name is rejected with the nearest ones")
  func unknown() throws {
    let ending = try Command.run("explain", "pateince")
    expectEqual(
      ending.errors,
      "lostorder: there is no explanation of 'pateince';"
        + " 'lostorder explain' lists all explanations; did you mean 'behavior.patience'?\n")
    expectEqual(ending.output, "")
    expectEqual(ending.code, 64)
  }

  @Test("explanations are Chinese with --language zh, except for names and values")
  func chinese() throws {
    func text(_ words: String...) throws -> String {
      let ending = try Command.run(list: ["explain", "--language", "zh"] + words)
      #expect(ending.code == 0 && ending.errors == "")
      return ending.output
    }
    #expect(
      try text("finish") == """
        finish 完成交易时机：方案的维度
          何时完成交易（C6、C7）；'server.verification' 为 'asynchronous' 时不能用 'afterVerification'

          onCallback         收到 `purchased` 回调时；之后每次尝试都发送当时读到的票据（C6）
          afterSubmission    服务端受理请求之后，不论是否已经校验（C7、B3）
          afterVerification  服务端验证并发货之后（C7）

          取值  以上各值之一
          默认  "afterVerification"
          写法  在 'designs' 的对象里，或在 'vary' 下列出多个值
          出处  规则 C6（ClientRules）、规则 C7（ClientRules）

        finish 完成交易：术语
          客户端告诉商店这笔交易已经处理完，商店此后不再回调

          别称  `finishTransaction:`
          出处  Glossary

        """)
    #expect(
      try text("doubleTap") == """
        doubleTap 重复点击：异常
          用户点击购买两次；除非用户付款，否则第二个支付弹窗被取消

          时刻  默认为该次购买的 "tap"
          参数  gap、pays
          出处  [000]

        """)
    #expect(
      try text("zero-loss-1.3") == """
        zero-loss-1.3：内置方案
          零掉单 1.2 加上透传 intent（账号和业务 id），遇到旧记录不再猜测。

          payload               "intent"
          records.in            "keychain"
          records.at            ["payment", "purchased"]
          records.key           "payload"
          records.match         "unanimous"
          binding.item          ["record", "payload"]
          binding.account       ["record", "payload"]
          binding.otherAccount  "wait"
          binding.unbound       "collect"
          retry.delays          ["0s", "0s", "0s"]
          retry.then            "recoveryPage"
          ui                    "blocking"
          repurchase            "resumeOrBlock"
          出处                  [own]；Designs

        """)
  }

  @Test("a Chinese word finds the names with that translation, in every language")
  func chineseWord() throws {
    #expect(
      try Command.run("explain", "掉单").output == """
        lost: outcome of a charge
          the right item was not delivered to the right account before the horizon

          written  as 'outcome' of a charge in 'expect' of a case
          source   Outcomes

        lost order: term
          a charge whose item did not reach the right account before the horizon, or reached it only with
          human help

          also called  掉单, missing order, dropped order, lost purchase
          source       Glossary

        """)
    #expect(
      try Command.run("explain", "掉单", "--language=zh").output == """
        lost 掉单：扣款的最终结果
          到观察期末，正确的商品仍没有发到正确的账号

          写法  在用例的 'expect' 里，作为扣款的 'outcome'
          出处  Outcomes

        lost order 掉单：术语
          到观察期末，商品没有到达正确账号、或靠人工才到达的扣款

          别称  掉单, missing order, dropped order, lost purchase
          出处  Glossary

        """)
    func heads(_ word: String) throws -> [String] {
      try Command.run("explain", word, "--language=zh").output.split(separator: "\n")
        .map(String.init).filter { !$0.hasPrefix(" ") }
    }
    #expect(try heads("坏账") == ["badDebt 坏账：指标", "bad debt 坏账：术语"])
    #expect(try heads("多对一") == ["many-to-one 多对一：术语"])
    #expect(try heads("串单") == ["crossed 串单：掉单的类别", "crossed order 串单：术语"])
    #expect(
      try heads("补单") == [
        "recovered 自动补单：扣款的最终结果", "rescued 人工补单：扣款的最终结果", "recovered 自动补单：术语", "rescue 人工补单：术语",
      ])
    #expect(try heads("透传丢失") == ["payloadLoss 透传丢失：异常"])
    #expect(try heads("完成交易时机") == ["finish 完成交易时机：方案的维度"])
    #expect(try heads("失败回调") == ["recordCleared 记录被失败回调清除：掉单点"])
  }

  @Test("all explanations are listed in Chinese by group, with their names, in lines that fit")
  func chineseList() throws {
    let lines = try Command.run("explain", "--language", "zh").output.split(separator: "\n")
      .map(String.init)
    expectEqual(
      lines.filter { !$0.hasPrefix(" ") },
      [
        "场景的键", "分布", "异常", "异常的参数", "各组维度", "方案的维度", "维度的取值", "内置方案", "指标", "表的列",
        "扣款的最终结果", "掉单的类别", "用例的标记", "掉单点", "日志的事件", "规则", "术语",
      ])
    #expect(lines.contains("  undelivered 未发货；crossed 串单；misdelivered 发错账号"))
    #expect(lines.contains { $0.hasPrefix("  crash 崩溃；appKill 杀 App；") })
    #expect(lines.allSatisfy { !$0.hasPrefix("  ；") })
  }

  @Test("an unknown name is rejected in Chinese with the nearest ones")
  func unknownInChinese() throws {
    func errors(_ word: String) throws -> String {
      let ending = try Command.run("explain", word, "--language", "zh")
      #expect(ending.output == "" && ending.code == 64)
      return ending.errors
    }
    let refusal = "解释；'lostorder explain --language zh' 列出全部名称"
    #expect(try errors("xyzzy") == "lostorder: 没有关于 'xyzzy' 的\(refusal)\n")
    #expect(
      try errors("掉单问题") == "lostorder: 没有关于 '掉单问题' 的\(refusal)；你是不是想写 'lost' 或 'lost order'？\n")
    #expect(
      try errors("recordClearde")
        == "lostorder: 没有关于 'recordClearde' 的\(refusal)；你是不是想写 'recordCleared'？\n")
    #expect(
      try Command.run("explain", "掉单问题").errors == "lostorder: there is no explanation of '掉单问题';"
        + " 'lostorder explain' lists all explanations; did you mean 'lost' or 'lost order'?\n")
  }

  /// The headings of the explanations of a word.
  private func heads(_ words: String...) throws -> [String] {
    try Command.run(list: ["explain"] + words).output.split(separator: "\n")
      .map(String.init).filter { !$0.hasPrefix(" ") }
  }

  @Test("a group of axes or keys lists its members, one per line, and an example")
  func groups() throws {
    #expect(
      try Command.run("explain", "retry").output == """
        retry: group of axes
          how the client retries failed deliveries

          retry.delays        the delays between tries; n delays allow n + 1 tries (C7)
          retry.jitter        the random part of each delay, so that clients do not all retry at once (C7)
          retry.repeatLast    whether the last delay, which must be above 0, is repeated without end (C7)
          retry.budget        the retries that each success adds to a process's initial four; null for no
                              limit (C7)
          retry.afterRefusal  what the client does after an overloaded backend has refused a request (B12)
          retry.timeout       how long the client waits for a reply (C7)
          retry.resumeOn      the events that trigger a retry of waiting records (C8)
          retry.then          what happens when the tries are used up (C7, C9)

          written  in an object of 'designs', nested or with a dot
          example  "retry": { "delays": ["1s", "2s", "4s"], "resumeOn": ["launch", "network"] }
          source   DesignAxes

        """)
    for (word, part) in [
      ("records", "records.in"), ("binding", "binding.item"), ("server", "server.dedupe"),
      ("catalog", "catalog.price"), ("behavior", "behavior.patience"), ("designs", "designs.vary"),
    ] {
      let text = try Command.run("explain", word).output
      #expect(text.contains("\n  \(part) ") && text.contains("\n  example  "), "\(word)")
    }
    #expect(try heads("vary") == ["designs.vary: key of a scenario"])
    #expect(try Command.run("explain", "vary").output.contains("  example "))
  }

  @Test("the columns of tables are explained by their headers")
  func columns() throws {
    #expect(try heads("lost", "sales") == ["lost sales: column of a table"])
    #expect(try heads("p99 time") == ["p99 time: column of a table"])
    #expect(try heads("mis-delivered") == ["mis-delivered: column of a table"])
    #expect(try heads("only B") == ["only B: column of a table"])
    #expect(try Command.run("explain", "lost sales").output.contains("  metric  lostSaleRate\n"))
  }

  @Test(
    "Chinese trade terms find their explanations",
    arguments: [
      ("漏单", "lost order: term"), ("先下单", "timing=orderFirst: value of an axis"),
      ("钥匙串", "records.in=keychain: value of an axis"), ("闪退", "crash: fault"),
      ("先付款", "timing=purchaseFirst: value of an axis"), ("换机", "newDevice: fault"),
      ("未成交", "lost sales: column of a table"),
    ])
  func trade(word: String, head: String) throws { #expect(try heads(word).contains(head)) }
}
