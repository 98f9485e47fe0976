/// The mean and the covariance of what is counted of one user, estimated from simulated ones.
package struct UserMoments: Hashable, Sendable {
  package var mean: [Double]
  package var covariance: Matrix

  package init(mean: [Double], covariance: Matrix) {
    precondition(covariance.rows == mean.count, "every mean has a variance")
    (self.mean, self.covariance) = (mean, covariance)
  }

  /// Estimates moments from sums over users.
  /// - Parameter sums: Σx of each count.
  /// - Parameter products: Σxy of every two counts.
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

/// How the moments of a user depend on some values, near a centre: straight from point to point along each
/// value, and straight on beyond the last.
///
/// What values do together is the sum of what each does, and for some pairs what they do beyond that, which
/// grows with both. A parabola through simulated points would turn back
/// not far beyond them, wherever their noise bends it. The covariance goes straight from
/// that of the centre to that of the last point, and no further: beyond, noise would make it none.
package struct MomentSurface: Sendable {
  /// Moments at two distances from the centre along one value.
  package struct Along: Sendable {
    package var first: (offset: Double, moments: UserMoments)
    package var second: (offset: Double, moments: UserMoments)

    package init(
      _ first: (offset: Double, moments: UserMoments),
      _ second: (offset: Double, moments: UserMoments)
    ) {
      precondition(first.offset != 0 && second.offset != 0 && first.offset != second.offset)
      (self.first, self.second) = (first, second)
    }

    /// The two neighbouring points, of which the centre may be one, between or behind which a distance lies.
    fileprivate func segment(
      at distance: Double, _ base: UserMoments
    ) -> (from: (offset: Double, moments: UserMoments), to: (offset: Double, moments: UserMoments))
    {
      let center = (offset: 0.0, moments: base)
      let isBetween = (first.offset > 0) != (second.offset > 0)
      if isBetween { return (center, (first.offset > 0) == (distance > 0) ? first : second) }
      let (near, far) = abs(first.offset) < abs(second.offset) ? (first, second) : (second, first)
      let isBeyond = abs(distance) > abs(near.offset) && (distance > 0) == (near.offset > 0)
      return isBeyond ? (near, far) : (center, near)
    }

    /// The point that lies farthest on one side of the centre; nil if none does.
    fileprivate func farthest(isUp: Bool) -> (offset: Double, moments: UserMoments)? {
      [first, second].filter { ($0.offset > 0) == isUp }.max { abs($0.offset) < abs($1.offset) }
    }
  }

  /// What two values do together at the first points along each, beyond what each does there.
  package struct Together: Sendable {
    package var first: Int, second: Int
    fileprivate var effect: [Double]

    /// - Parameter both: the moments where both values are at the first points along each.
    package init(
      _ first: Int, _ second: Int, _ both: UserMoments, _ base: UserMoments, _ along: [Along]
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
  private let along: [Along], together: [Together]

  package init(center: [Double], base: UserMoments, along: [Along], together: [Together] = []) {
    precondition(center.count == along.count, "every value has a course")
    (self.center, self.base, self.along) = (center, base, along)
    self.together = together
  }

  /// How far the nearer of its points along a value is from the centre.
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

  /// Takes the covariance along towards the points in whose direction the values lie.
  private func mix(_ covariance: inout Matrix, _ distances: [Double]) {
    let parts = zip(along, distances).compactMap { along, distance in
      distance == 0
        ? nil : along.farthest(isUp: distance > 0).map { ($0.moments, distance / $0.offset) }
    }
    for (moments, weight) in parts {
      // Beyond a point its covariance stays.
      let share = min(1, weight)
      for place in covariance.elements.indices {
        covariance.elements[place] +=
          share * (moments.covariance.elements[place] - base.covariance.elements[place])
      }
    }
  }
}
