/// The version of the product, by which results name the model that made them.
package enum Version {
  package static let current = "0.1.0"
}
