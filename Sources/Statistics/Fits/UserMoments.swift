/// The mean and the covariance of the counts of one user, estimated from simulated users.
package struct UserMoments: Hashable, Sendable {
  package var mean: [Double]
  package var covariance: Matrix

  package init(mean: [Double], covariance: Matrix) {
    precondition(covariance.rows == mean.count, "every mean has a variance")
    (self.mean, self.covariance) = (mean, covariance)
  }

  /// Estimates moments from sums over users.
  /// - Parameter sums: Σx of each count.
  /// - Parameter products: Σxy of each pair of counts.
  package init(sums: [Int], products: (Int, Int) -> Int, users: Int) {
    precondition(users > 1, "a variance needs two users")
    let count = Double(users)
    mean = sums.map { Double($0) / count }
    covariance = Matrix(rows: sums.count, columns: sums.count)
    for row in sums.indices {
      for column in 0...row {
        let product = Double(products(column, row)) / count - mean[row] * mean[column]
        covariance[row, column] = product * count / (count - 1)
        covariance[column, row] = covariance[row, column]
      }
    }
  }

  /// The moments of some of the counts.
  package func picking(_ places: [Int]) -> UserMoments {
    var picked = Matrix(rows: places.count, columns: places.count)
    for (row, from) in places.enumerated() {
      for (column, other) in places.enumerated() { picked[row, column] = covariance[from, other] }
    }
    return UserMoments(mean: places.map { mean[$0] }, covariance: picked)
  }
}

/// The moments of a user as a function of some values, near a centre: piecewise linear along each
/// value, and linear beyond the last point.
///
/// The effect of several values is the sum of their effects, with an interaction for some pairs
/// that grows with both. A parabola through simulated points would turn back near them because of
/// their noise. The covariance is linear from the centre to the last point and constant beyond it,
/// where noise could make it indefinite.
package struct MomentSurface: Sendable {
  /// Moments at two distances from the centre along one value.
  package struct AxisMoments: Sendable {
    package typealias Point = (offset: Double, moments: UserMoments)

    package var first: Point, second: Point

    package init(_ first: Point, _ second: Point) {
      precondition(first.offset != 0 && second.offset != 0 && first.offset != second.offset)
      (self.first, self.second) = (first, second)
    }

    /// The two neighbouring points, of which one can be the centre, that enclose or precede a
    /// distance.
    fileprivate func segment(at distance: Double, _ base: UserMoments) -> (from: Point, to: Point) {
      let center = (offset: 0.0, moments: base)
      let isBetween = (first.offset > 0) != (second.offset > 0)
      if isBetween { return (center, (first.offset > 0) == (distance > 0) ? first : second) }
      let (near, far) = abs(first.offset) < abs(second.offset) ? (first, second) : (second, first)
      let isBeyond = abs(distance) > abs(near.offset) && (distance > 0) == (near.offset > 0)
      return isBeyond ? (near, far) : (center, near)
    }

    /// The farthest point on one side of the centre; nil if there is none.
    fileprivate func farthest(isUp: Bool) -> Point? {
      [first, second].filter { ($0.offset > 0) == isUp }.max { abs($0.offset) < abs($1.offset) }
    }
  }

  /// The interaction of two values at their first points: the effect in addition to both single
  /// effects.
  package struct PairInteraction: Sendable {
    package var first: Int, second: Int
    fileprivate var effect: [Double]

    /// - Parameter both: the moments with both values at their first points.
    package init(
      _ first: Int, _ second: Int, _ both: UserMoments, _ base: UserMoments, _ along: [AxisMoments]
    ) {
      (self.first, self.second) = (first, second)
      let (one, other) = (along[first].first.moments, along[second].first.moments)
      effect = base.mean.indices.map { place in
        both.mean[place] - one.mean[place] - other.mean[place] + base.mean[place]
      }
    }
  }

  package let center: [Double]
  package let base: UserMoments
  private let along: [AxisMoments], together: [PairInteraction]

  package init(
    center: [Double], base: UserMoments, along: [AxisMoments], together: [PairInteraction] = []
  ) {
    precondition(center.count == along.count, "every value has a course")
    (self.center, self.base, self.along) = (center, base, along)
    self.together = together
  }

  /// The distance of the nearest point along a value from the centre.
  func step(of value: Int) -> Double {
    min(abs(along[value].first.offset), abs(along[value].second.offset))
  }

  /// The moments at some values.
  package func moments(at values: [Double]) -> UserMoments {
    var moments = base
    let distances = zip(values, center).map { $0 - $1 }
    for (along, distance) in zip(along, distances) where distance != 0 {
      let (from, to) = along.segment(at: distance, base)
      let share = (distance - from.offset) / (to.offset - from.offset)
      for place in moments.mean.indices {
        let start = from.moments.mean[place]
        moments.mean[place] += start - base.mean[place] + share * (to.moments.mean[place] - start)
      }
    }
    for pair in together {
      let share =
        distances[pair.first] / along[pair.first].first.offset * distances[pair.second]
        / along[pair.second].first.offset
      if share == 0 { continue }
      for place in moments.mean.indices { moments.mean[place] += share * pair.effect[place] }
    }
    mix(&moments.covariance, distances)
    return moments
  }

  /// Interpolates the covariance towards the points in the direction of the values.
  private func mix(_ covariance: inout Matrix, _ distances: [Double]) {
    for (along, distance) in zip(along, distances) where distance != 0 {
      guard let (offset, moments) = along.farthest(isUp: distance > 0) else { continue }
      // Beyond a point, its covariance is used.
      let share = min(1, distance / offset)
      for place in covariance.elements.indices {
        covariance.elements[place] +=
          share * (moments.covariance.elements[place] - base.covariance.elements[place])
      }
    }
  }
}
