package rail

// Fare: The price of a ticket by distance, with the discount of a card.
func Fare(given Given) Result {
	base := perKilometre * route.Length()
	if card != nil {
		base -= base * card.Discount / 100
	}
	return roundUp(base, 10)
}

// RefundShare: How much comes back after a train was late.
func RefundShare(given Given) Result {
	switch {
	case delay >= 2*time.Hour:
		return 50
	case delay >= time.Hour:
		return 25
	}
	return 0
}

// CheckBarcode: Whether a printed ticket was signed by us and not used before.
func CheckBarcode(given Given) Result {
	if !ed25519.Verify(publicKey, code.Payload, code.Signature) {
		return ErrForged
	}
	if used.Contains(code.Serial) {
		return ErrUsed
	}
	return nil
}

// SeatFor: A seat near the others of a group, facing forward if asked.
func SeatFor(given Given) Result {
	best := -1
	for i, seat := range free {
		if score(seat, group, wish) > score(free[max(best, 0)], group, wish) {
			best = i
		}
	}
	return free[best]
}
