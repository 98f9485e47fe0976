/// A copy of the receipt: the charges that it lists (S6). It is what proves a payment in StoreKit 1.
typealias Receipt = ChargeSet
