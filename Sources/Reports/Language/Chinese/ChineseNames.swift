extension Chinese {
  /// The names of identifiers that are no Chinese words; they stand beside them.
  static let names: [String: String] = [
    // Ways in which a charge ends.
    "delivered": "正常发货", "recovered": "自动补单", "rescued": "人工补单", "lost": "掉单", "refunded": "退款",
    // Ways in which an order is lost.
    "undelivered": "未发货", "crossed": "串单", "misdelivered": "发错账号",
    // Drop points.
    "recordCleared": "记录被失败回调清除", "recordDied": "记录随进程丢失", "recordWiped": "记录随卸载或换机丢失",
    "recordOverwritten": "记录被覆盖", "finishedUnbound": "未映射就完成交易",
    "rejectedAndFinished": "验证被拒仍完成交易", "triesUsedUp": "完成交易后重试用尽", "finishedEarly": "过早完成交易",
    "checkAbandoned": "服务端放弃票据校验", "wrongRecord": "映射到别的记录", "wrongEntry": "取错票据条目",
    "wrongAccount": "发到别的账号", "unboundKept": "未映射，交易未完成", "unboundCollected": "未映射，列入待找回",
    "waitingForAccount": "等待购买账号登录", "notForSale": "商品已下架", "observerMissing": "一直没有回调",
    "hungBehindUnfinished": "一直重试不成功", "neverReopened": "再没有打开 App",
    // Kinds of faults.
    "crash": "崩溃", "appKill": "杀 App", "accountSwitch": "切换账号", "networkLoss": "断网",
    "weakNetwork": "弱网", "replyLoss": "响应丢失", "spuriousCancel": "先取消后成功",
    "spuriousFailure": "先失败后成功", "payloadLoss": "透传丢失", "duplicateCallback": "重复回调",
    "missedCallback": "漏回调", "reinstall": "卸载重装", "newDevice": "换手机", "askToBuy": "购买前询问",
    "delisting": "商品下架", "tokenExpiry": "登录态失效", "staleReceipt": "票据滞后",
    "backendOutage": "服务端故障", "storeCheckOutage": "苹果校验故障", "doubleTap": "重复点击",
    "refund": "用户退款",
    // Flags of a case.
    "duplicateDelivery": "重复发货", "doubleCharge": "重复扣款", "hung": "loading 卡住",
    "refused": "拒绝购买", "noOrder": "下单失败",
    // Requests, codes of failures, and from when on a payload is lost.
    "verify": "验证", "createOrder": "下单", "records": "查询记录", "any": "任意请求",
    "cancelled": "取消", "error": "出错", "callback": "回调", "relaunch": "重启",
  ]
}
