import CLibrary

/// A small dense matrix, row by row.
package struct Matrix: Hashable, Sendable {
  package let rows: Int, columns: Int
  package var elements: [Double]

  package init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    elements = Array(repeating: 0, count: rows * columns)
  }

  /// A square matrix from its rows.
  package init(_ rows: [[Double]]) {
    self.init(rows: rows.count, columns: rows.first?.count ?? 0)
    elements = rows.flatMap(\.self)
    precondition(elements.count == self.rows * columns, "all rows of a matrix are as long")
  }

  /// The product of each pair of vectors of the same length.
  init(productsOf vectors: [[Double]]) {
    self.init(vectors.map { one in vectors.map { one.dot($0) } })
  }

  package subscript(row: Int, column: Int) -> Double {
    @inline(__always) get { elements[row * columns + column] }
    @inline(__always) set { elements[row * columns + column] = newValue }
  }

  /// The eigenvalues of a symmetric matrix with their vectors of length 1, the greatest first.
  ///
  /// Cyclic rotations of C. G. J. Jacobi (Golub and Van Loan, section 8.5). The sign of a vector
  /// makes its largest element positive.
  package var eigenpairs: [(value: Double, vector: [Double])] {
    precondition(rows == columns, "a symmetric matrix is square")
    var left = self
    var vectors = Matrix(rows: rows, columns: rows)
    for index in 0..<rows { vectors[index, index] = 1 }
    for _ in 0..<60 {
      var off = 0.0
      for row in 0..<rows { for column in 0..<row { off += left[row, column] * left[row, column] } }
      if off < 1e-22 * elements.dot(elements) || off == 0 { break }
      for row in 0..<rows {
        for column in 0..<row where left[row, column] != 0 { left.rotate(row, column, &vectors) }
      }
    }
    return (0..<rows).map { index in
      let vector = (0..<rows).map { vectors[$0, index] }
      let largest = vector.max { abs($0) < abs($1) } ?? 0
      return (value: left[index, index], vector: largest < 0 ? vector.map { -$0 } : vector)
    }.sorted { $0.value > $1.value }
  }

  /// Turns two axes so that the element between them becomes 0.
  private mutating func rotate(_ row: Int, _ column: Int, _ vectors: inout Matrix) {
    let theta = (self[column, column] - self[row, row]) / (2 * self[row, column])
    let sign = theta < 0 ? -1.0 : 1.0
    let tangent = sign / (abs(theta) + (theta * theta + 1).squareRoot())
    let cosine = 1 / (tangent * tangent + 1).squareRoot()
    let sine = tangent * cosine
    for index in 0..<rows {
      let (one, other) = (self[index, row], self[index, column])
      self[index, row] = cosine * one - sine * other
      self[index, column] = sine * one + cosine * other
    }
    for index in 0..<rows {
      let (one, other) = (self[row, index], self[column, index])
      self[row, index] = cosine * one - sine * other
      self[column, index] = sine * one + cosine * other
    }
    for index in 0..<rows {
      let (one, other) = (vectors[index, row], vectors[index, column])
      vectors[index, row] = cosine * one - sine * other
      vectors[index, column] = sine * one + cosine * other
    }
  }
}

/// The lower triangle L of a symmetric positive definite matrix A = L·Lᵀ.
///
/// G. H. Golub and C. F. Van Loan, "Matrix Computations", 4th edition 2013, algorithm 4.2.1.
package struct Cholesky: Sendable {
  private let size: Int
  private var lower: Matrix

  /// Decomposes a matrix, of which the lower triangle is read; nil if it is not positive definite.
  package init?(_ matrix: Matrix) {
    precondition(matrix.rows == matrix.columns, "a symmetric matrix is square")
    (size, lower) = (matrix.rows, matrix)
    for row in 0..<size {
      for column in 0...row {
        var sum = matrix[row, column]
        for inner in 0..<column { sum -= lower[row, inner] * lower[column, inner] }
        if row == column {
          guard sum > 0, sum.isFinite else { return nil }
          lower[row, row] = sum.squareRoot()
        } else {
          lower[row, column] = sum / lower[column, column]
        }
      }
    }
  }

  /// log |A|.
  package var logDeterminant: Double { (0..<size).reduce(0) { $0 + 2 * log(lower[$1, $1]) } }

  /// L⁻¹·v: a vector with the covariance A becomes one whose elements are independent, with variance 1.
  package func whiten(_ vector: [Double]) -> [Double] {
    var white = vector
    for row in 0..<size {
      var sum = white[row]
      for column in 0..<row { sum -= lower[row, column] * white[column] }
      white[row] = sum / lower[row, row]
    }
    return white
  }

  /// A⁻¹·v.
  package func solve(_ vector: [Double]) -> [Double] {
    var solution = whiten(vector)
    for row in (0..<size).reversed() {
      var sum = solution[row]
      for below in row + 1..<max(row + 1, size) { sum -= lower[below, row] * solution[below] }
      solution[row] = sum / lower[row, row]
    }
    return solution
  }

  /// A⁻¹.
  package var inverse: Matrix {
    var inverse = Matrix(rows: size, columns: size)
    for column in 0..<size {
      var unit = Array(repeating: 0.0, count: size)
      unit[column] = 1
      let solution = solve(unit)
      for row in 0..<size { inverse[row, column] = solution[row] }
    }
    return inverse
  }

  /// L·v: independent elements with variance 1 become a vector with the covariance A.
  package func colour(_ vector: [Double]) -> [Double] {
    (0..<size).map { row in (0...row).reduce(0) { $0 + lower[row, $1] * vector[$1] } }
  }
}

extension [Double] {
  /// The product with another vector of the same length.
  package func dot(_ other: [Double]) -> Double {
    var sum = 0.0
    for index in indices { sum += self[index] * other[index] }
    return sum
  }

  /// The vector without its component in the direction of another vector.
  package func without(_ direction: [Double]) -> [Double] {
    let length = direction.dot(direction)
    guard length > 0 else { return self }
    let share = dot(direction) / length
    return zip(self, direction).map { $0 - share * $1 }
  }
}
