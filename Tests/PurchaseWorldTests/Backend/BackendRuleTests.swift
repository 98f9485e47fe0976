import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Orders, sessions and the store's check (B1–B3).
@Suite struct BackendRuleTests {
  @Test("B1: createOrder makes an order, or returns notForSale for an item off the shelf")
  func createOrder() {
    let made = simulate(.orderCarrier)
    expectEqual(made.times(.orderCreated(item: 0)), [21.15])
    expectEqual(made.times(.answered(.createOrder, .order(0), transaction: nil)), [21.3])
    let refused = simulate(.orderCarrier, [tap(1)], [fault(.delisting, at: .tap)])
    expectEqual(refused.times(.answered(.createOrder, .notForSale, transaction: nil)), [21.3])
    expectEqual(refused.count(.orderCreated(item: 0)), 0)
    expectEqual(refused.flags(), .refused)
  }

  @Test("B2: an expired token leads to a login in the foreground and then to one more try")
  func expiredToken() {
    let run = simulate(
      .plain, [tap(1)], [fault(.tokenExpiry(lasts: .seconds(24 * hour)), at: .callback)])
    expectEqual(run.times(.answered(.verify, .unauthorised, transaction: 0)), [31.7])
    expectEqual(run.times(.loginAsked), [31.7])
    expectEqual(run.times(.loggedIn), [41.7])
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [42.6])
    expectEqual(run.statuses, [.recovered], "the second try")
  }

  @Test("B2: the login uses no retry delay")
  func loginKeepsDelays() {
    // The link is down when the try after the login is made: the only delay is still there.
    let run = simulate(
      .plain.with { $0.retry.delays = [5.0] }, [tap(1)],
      [
        fault(.tokenExpiry(lasts: .seconds(24 * hour)), at: .callback),
        fault(.networkLoss(lasts: 3), at: .callback, after: 9),
      ])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.2, 46.7])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("B2: only a user in the foreground logs in")
  func loginNeedsForeground() {
    let leavesEarly = Conditions.cases.with {
      $0.behavior.evictionProbability = .never
      $0.behavior.dwell = 10.6
      $0.behavior.deliveryWait = 0
    }
    let run = simulate(
      .plain, [tap(1)], [fault(.tokenExpiry(lasts: .seconds(24 * hour)), at: .callback)],
      in: leavesEarly)
    expectEqual(run.times(.left).first, 31.6)
    expectEqual(run.times(.loggedIn), [secondVisit + 10])
  }

  @Test("B2: a token that was valid at the sheet is valid again after a short expiry")
  func expiryEnds() {
    let run = simulate(
      .plain.with {
        $0.recognisesExpiry = false; $0.retry.delays = [5.0]
      }, [tap(1)],
      [fault(.tokenExpiry(lasts: 3), at: .callback)])
    expectEqual(run.times(.answered(.verify, .unauthorised, transaction: 0)), [31.7])
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [37.6])
  }

  @Test("B2: a client that does not recognise unauthorised treats it as an error")
  func unrecognisedExpiry() {
    let blind = Design.plain.with { $0.recognisesExpiry = false }
    let run = simulate(
      blind, [tap(1)], [fault(.tokenExpiry(lasts: .seconds(24 * hour)), at: .callback)])
    expectEqual(run.count(.loginAsked), 0)
    expectEqual(run.times(.triesUsedUp(transaction: 0)).first, 31.7)
    let order = simulate(
      .orderCarrier.with { $0.recognisesExpiry = false }, [tap(1)],
      [fault(.tokenExpiry(lasts: .seconds(24 * hour)), at: .tap)])
    expectEqual(order.flags(), .noOrder)
    #expect(order.statuses.isEmpty)
  }

  @Test("B2: an order request also needs the session's token")
  func orderUnderToken() {
    let run = simulate(
      .orderCarrier, [tap(1)], [fault(.tokenExpiry(lasts: .seconds(24 * hour)), at: .tap)])
    expectEqual(run.times(.loggedIn), [31.3])
    expectEqual(run.times(.sheetShown(transaction: 0)), [31.6])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("B3: a synchronous verify queries the store and then answers")
  func synchronous() {
    let run = simulate(.plain)
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.2])
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [31.85])
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [32.1])
  }

  @Test("B3: the result of a check depends on its end")
  func judgedAtItsEnd() {
    // The check runs from 31.45 to 31.85.
    let begins = simulate(
      .plain, [tap(1)], [fault(.storeCheckOutage(lasts: 60), at: .callback, after: 0.5)])
    expectEqual(begins.times(.answered(.verify, .error, transaction: 0)), [32.1])
    let ends = simulate(.plain, [tap(1)], [fault(.storeCheckOutage(lasts: 0.5), at: .callback)])
    expectEqual(ends.times(.answered(.verify, .delivered, transaction: 0)), [32.1])
  }

  @Test("B3: with onCheckError rejected, an outage is a rejection")
  func checkErrorRejected() {
    let rejecting = Design.plain.with {
      $0.backend.onCheckError = .rejected
      $0.onRejection = .finish
    }
    let run = simulate(rejecting, [tap(1)], [fault(.storeCheckOutage(lasts: 60), at: .callback)])
    expectEqual(run.times(.answered(.verify, .rejected, transaction: 0)), [32.1])
    expectEqual(run.statuses, [.lost(.undelivered, .rejectedAndFinished)])
  }

  private let asynchronous = Design.plain.with {
    $0.finish = .afterSubmission
    $0.backend.verification = .asynchronous
  }

  @Test("B3: an asynchronous verify answers accepted and checks after the arrival")
  func accepted() {
    let run = simulate(asynchronous)
    expectEqual(run.times(.answered(.verify, .accepted, transaction: 0)), [31.7])
    expectEqual(run.times(.finished(transaction: 0)), [31.7])
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [31.85])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("B3: an asynchronous verify checks attempts times, attemptInterval apart, with one receipt")
  func attempts() {
    let patient = asynchronous.with { $0.backend.attemptCount = 3 }
    let outage = fault(.storeCheckOutage(lasts: 100), at: .callback)
    let run = simulate(patient, [tap(1)], [outage])
    // The transaction left the receipt at 31.7, and yet the third check finds it.
    expectEqual(run.times(.finished(transaction: 0)), [31.7])
    expectEqual(run.times(.goodsDelivered(transaction: 0, item: 0, account: 0)), [151.85])
    let quick = patient.with { $0.backend.attemptInterval = 10 }
    expectEqual(
      simulate(quick, [tap(1)], [outage]).statuses, [.lost(.undelivered, .checkAbandoned)])
  }

  @Test("B3: if all attempts fail, the client is not notified")
  func abandoned() {
    let run = simulate(asynchronous, [tap(1)], [fault(.storeCheckOutage(lasts: 60), at: .callback)])
    expectEqual(run.count(.answered(.verify, .error, transaction: 0)), 0)
    expectEqual(run.statuses, [.lost(.undelivered, .checkAbandoned)])
  }
}
