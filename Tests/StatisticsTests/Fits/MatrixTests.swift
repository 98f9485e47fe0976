import Statistics
import TestSupport
import Testing

@Suite struct MatrixTests {
  /// The worked example of the article "Cholesky decomposition" of Wikipedia.
  private let worked = Matrix([[4, 12, -16], [12, 37, -43], [-16, -43, 98]])

  @Test func `Cholesky's triangle equals that of a worked example`() throws {
    let cholesky = try #require(Cholesky(worked))
    // L = [[2], [6, 1], [−8, 5, 3]].
    expectEqual(cholesky.colour([1, 0, 0]), [2, 6, -8])
    expectEqual(cholesky.colour([0, 1, 0]), [0, 1, 5])
    expectEqual(cholesky.colour([0, 0, 1]), [0, 0, 3])
    expectEqual(cholesky.whiten([2, 6, -8]), [1, 0, 0])
    expectEqual(cholesky.solve([4, 12, -16]), [1, 0, 0])
  }

  @Test func `a matrix times its inverse is the identity`() throws {
    let inverse = try #require(Cholesky(worked)).inverse
    for row in 0..<3 {
      for column in 0..<3 {
        let product = (0..<3).reduce(0) { $0 + worked[row, $1] * inverse[$1, column] }
        #expect(abs(product - (row == column ? 1 : 0)) < 1e-9)
      }
    }
  }

  @Test func `a matrix that is not a covariance has no triangle`() {
    #expect(Cholesky(Matrix([[1, 2], [2, 1]])) == nil)
    #expect(Cholesky(Matrix([[0]])) == nil)
    #expect(Cholesky(Matrix([[.nan]])) == nil)
  }

  /// The eigenvalues of Hilbert's matrix of order 4, as R. T. Gregory and D. L. Karney, "A Collection of
  /// Matrices for Testing Computational Algorithms" (1969), give them.
  @Test func `eigenvalues of Hilbert's matrix equal the known values`() {
    let hilbert = Matrix((1...4).map { row in (0..<4).map { 1 / Double(row + $0) } })
    let pairs = hilbert.eigenpairs
    let known = [1.500214280059243, 0.1691412202214500, 0.006738273605760755, 9.670230402258e-5]
    for (pair, value) in zip(pairs, known) {
      #expect(abs(pair.value - value) < 1e-14)
      #expect(abs(pair.vector.dot(pair.vector) - 1) < 1e-12)
      for row in 0..<4 {
        let product = (0..<4).reduce(0) { $0 + hilbert[row, $1] * pair.vector[$1] }
        #expect(abs(product - pair.value * pair.vector[row]) < 1e-13)
      }
    }
  }
}
