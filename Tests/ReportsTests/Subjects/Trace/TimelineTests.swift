import EventEngine
import Testing

import Reports

/// Stories as text.
@Suite("Timeline")
struct TimelineTests {
  @Test("a timeline has columns for time, actor and what happened; faults and losses are marked")
  func small() throws {
    #expect(
      Timeline.text(try Told.story(Told.small)) == """
        small: naive

            00:00:00.000  app      is opened: a new process (D1)
            00:00:01.000  app      is ready
            00:00:21.000  user     taps Buy (wish 1: marathon)
            00:00:21.000  app      attaches its observer (S3)
            00:00:21.000  app      writes a record of wish 1 (C3)
            00:00:21.000  store    shows the payment sheet of T1 (S1)
            00:00:21.200  store    calls back purchasing for T1
            00:00:29.000  user     pays on the sheet of T1
            00:00:31.000  store    takes the money for T1 (S2)
            00:00:31.100           ⚡ crash, reopens 5m
            00:00:31.100  app      dies, and its memory with it (D1)
            00:00:31.100  app      loses the record of wish 1: recordDied (D1)
            00:01:00.000           ✗ T1 is lost as things stand at the horizon: neverReopened (P4)

        charge 1 (T1): lost, undelivered, drop point neverReopened

        """)
  }

  @Test("two designs are told once while they are the same, then side by side")
  func comparison() throws {
    let text = Timeline.text(try Told.comparison(Told.interrupted))
    #expect(text == TimelineTests.comparison)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  static let comparison = """
    interrupted: zero-loss-1.0 against zero-loss-1.2

        00:00:00.000  app      is opened: a new process (D1)
        00:00:01.000  app      is ready
        00:00:01.000  app      attaches its observer (S3)
        00:00:21.000  user     taps Buy (wish 1: i2)
        00:00:21.000  app      shows its spinner
        00:00:21.000  app      writes a record of wish 1 (C3)
        00:00:21.000  store    shows the payment sheet of T1 (S1)
        00:00:21.200  store    calls back purchasing for T1
        00:00:29.000           ⚡ spuriousCancel, completes, resolves 1m, dropsPayload
        00:00:29.000  store    interrupts T1: it needs something first (S7)
        00:00:29.000  store    calls back failed (cancelled) for T1
                      ──────────────────────────────────────── first difference ────────────────────────────────────────
                      zero-loss-1.0                                     zero-loss-1.2
        00:00:29.000  app      loses the record of wish 1:
                               recordCleared (C4)
        00:00:29.000  app      hides its spinner                        app      hides its spinner
        00:01:29.000  user     completes the purchase in the store, as  user     completes the purchase in the store, as
                               T2 (S7)                                           T2 (S7)
        00:01:29.200  store    calls back purchasing for T2             store    calls back purchasing for T2
        00:01:31.000  store    takes the money for T2 (S2)              store    takes the money for T2 (S2)
        00:01:31.200  store    calls back purchased for T2 (S3)         store    calls back purchased for T2 (S3)
        00:01:31.200  app      finds no item for T2 (C5)                app      asks verify for T2
        00:01:31.200           ✗ T2 is lost from here on:
                                 recordCleared (C4)
        00:01:31.850                                                    backend  creates an order for i2 (B1)
        00:01:31.850                                                    backend  delivers i2 to account A for T2 (B6,
                                                                                 B7)
        00:01:32.100                                                    backend  answers delivered: verify for T2
        00:01:32.100                                                    app      finishes T2 (S11)
        00:02:21.000  user     leaves the app                                    nothing can change any more
        00:02:21.000  app      is ended by the system in the
                               background (D1)
        10:00:00.000  app      is opened: a new process (D1)
        10:00:01.000  app      is ready
        10:00:01.000  app      attaches its observer (S3)
        10:00:01.000  store    calls back purchased for T2 (S3)
        10:00:01.000  app      finds no item for T2 (C5)
        10:02:00.000  user     leaves the app
        10:02:00.000  app      is ended by the system in the
                               background (D1)
                      … and the same in 3 more visits

    zero-loss-1.0
      charge 1 (T2): lost, undelivered, drop point recordCleared

    zero-loss-1.2
      charge 1 (T2): delivered

    """

  @Test("in Chinese, columns stand where terminals show them, and lines break between characters")
  func chinese() throws {
    let text = Timeline.text(try Told.comparison(Told.interrupted, .zh))
    #expect(text == TimelineTests.chinese)
    let rows = text.split(separator: "\n").drop { !$0.contains("首个不同之处") }
    for row in rows.dropFirst(2) where row.contains(/^ *[0-9:.]+  .*   用户|客户端.*客户端/) {
      let place = try #require(row.ranges(of: /用户|客户端/).last).lowerBound
      #expect(DisplayWidth.of(String(row[..<place])) == 18 + 48 + 2, "\(row)")
    }
    #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= 120 })
    #expect(
      LineBreaking.lines(of: "丢失 T1 的（verify）响应，重试", atMost: 12, cuts: true)
        == ["丢失 T1 的", "（verify）响", "应，重试"])
    #expect(
      LineBreaking.lines(of: "一二三，四", atMost: 6, cuts: true) == ["一二", "三，四"])
  }

  static let chinese = """
    interrupted：zero-loss-1.0 对比 zero-loss-1.2

        00:00:00.000  客户端   启动，新的进程（D1）
        00:00:01.000  客户端   启动完成
        00:00:01.000  客户端   注册观察者（S3）
        00:00:21.000  用户     点击购买（意愿 1：i2）
        00:00:21.000  客户端   显示 loading
        00:00:21.000  客户端   写入意愿 1 的记录（C3）
        00:00:21.000  商店     弹出 T1 的付款弹窗（S1）
        00:00:21.200  商店     回调 T1 的 purchasing
        00:00:29.000           ⚡ spuriousCancel 先取消后成功，在商店里完成购买，1m 后了结，不带透传
        00:00:29.000  商店     中断 T1：先要求验证账号等（S7）
        00:00:29.000  商店     回调 T1 的 failed，错误码 cancelled 取消
                      ────────────────────────────────────────── 首个不同之处 ──────────────────────────────────────────
                      zero-loss-1.0                                     zero-loss-1.2
        00:00:29.000  客户端   丢失意愿 1 的记录：recordCleared 记录被
                               失败回调清除（C4）
        00:00:29.000  客户端   隐藏 loading                             客户端   隐藏 loading
        00:01:29.000  用户     在商店里完成购买，交易为 T2（S7）        用户     在商店里完成购买，交易为 T2（S7）
        00:01:29.200  商店     回调 T2 的 purchasing                    商店     回调 T2 的 purchasing
        00:01:31.000  商店     T2 扣款成功（S2）                        商店     T2 扣款成功（S2）
        00:01:31.200  商店     回调 T2 的 purchased（S3）               商店     回调 T2 的 purchased（S3）
        00:01:31.200  客户端   T2 映射不到商品（C5）                    客户端   请求 T2 的 verify 验证
        00:01:31.200           ✗ T2 从这里起掉单：recordCleared 记录被
                                 失败回调清除（C4）
        00:01:31.850                                                    服务端   创建 i2 的订单（B1）
        00:01:31.850                                                    服务端   按 T2 发货：i2 发给账号 A（B6，B7）
        00:01:32.100                                                    服务端   返回 delivered 已发货：T2 的 verify 验
                                                                                 证
        00:01:32.100                                                    客户端   完成交易 T2（S11）
        00:02:21.000  用户     离开 App                                          此后不会再有变化
        00:02:21.000  客户端   在后台被系统结束（D1）
        10:00:00.000  客户端   启动，新的进程（D1）
        10:00:01.000  客户端   启动完成
        10:00:01.000  客户端   注册观察者（S3）
        10:00:01.000  商店     回调 T2 的 purchased（S3）
        10:00:01.000  客户端   T2 映射不到商品（C5）
        10:02:00.000  用户     离开 App
        10:02:00.000  客户端   在后台被系统结束（D1）
                      …… 之后 3 次打开 App，经过都相同

    zero-loss-1.0
      第 1 笔扣款（T2）：lost 掉单，undelivered 未发货，掉单点 recordCleared 记录被失败回调清除

    zero-loss-1.2
      第 1 笔扣款（T2）：delivered 正常发货

    """

  @Test("lives without a difference are told once")
  func same() throws {
    let story = try Told.story(Told.small)
    let text = Timeline.text(StoryComparison(story, story))
    #expect(text.hasPrefix("small: naive against naive\n\n    00:00:00.000  app      is opened"))
    #expect(
      text.hasSuffix(
        "\n\nno difference: naive and naive live the same life\n"
          + "charge 1 (T1): lost, undelivered, drop point neverReopened\n"))
  }

  @Test("rows of a comparison keep the order of both lives, and pair what is the same")
  func rows() throws {
    let stories = try StoryTests.busyStories(0..<6)
    var differences = 0
    for (first, second) in zip(stories, stories.dropFirst()) {
      let comparison = StoryComparison(first, second)
      #expect(comparison.common + comparison.rows.compactMap(\.first) == first.events)
      #expect(comparison.common + comparison.rows.compactMap(\.second) == second.events)
      #expect(
        zip(comparison.rows, comparison.rows.dropFirst()).allSatisfy { $0.time <= $1.time })
      if let row = comparison.rows.first {
        differences += 1
        #expect(row.first != row.second && comparison.parting == row.time)
      }
    }
    #expect(differences > 40)
  }

  @Test("times are clocks, with the days before them")
  func clocks() {
    #expect(Timeline.clock(.start) == "00:00:00.000")
    #expect(Timeline.clock(Instant(microseconds: 93_784_005_999)) == "1d 02:03:04.005")
    #expect(Timeline.stamp(Instant(microseconds: 1_000)) == "    00:00:00.001")
    #expect(Timeline.stamp(Instant(microseconds: 864_000_000_000)).count == 16)
  }
}
