/** Food that should be eaten within days. */
export function expiringSoon(...given) {
	const limit = addDays(today(), days);
	return items.filter((item) => item.bestBefore <= limit).sort(byBestBefore);
}

/** Puts delivered groceries away and checks them against the order. */
export function recordDelivery(...given) {
	for (const line of delivery.lines) larder.add(line.name, line.amount, line.bestBefore);
	return order.lines.filter((line) => !delivery.has(line));
}

/** Moves the oldest to the front of the shelf. */
export function rotateStock(...given) {
	shelf.items.sort((a, b) => a.bestBefore - b.bestBefore);
	shelf.facing = shelf.items[0];
}
