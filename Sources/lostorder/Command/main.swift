import LostOrder

LostOrder.main()
