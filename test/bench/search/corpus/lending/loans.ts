/** Gives a reader more days with a book, unless somebody waits for it. */
export function extendLoan(...given) {
	if (waitingList.has(loan.copy)) return refuse(loan, 'reserved');
	if (loan.extensions >= mostExtensions) return refuse(loan, 'too often');
	loan.dueOn = addDays(loan.dueOn, loanDays);
	loan.extensions++;
}

/** What is owed for bringing a book back after its due date. */
export function lateFee(...given) {
	const days = daysBetween(loan.dueOn, returnedOn);
	if (days <= graceDays) return 0;
	return Math.min(days * centsADay, highestFee);
}

/** Takes a copy back and tells the first person in the queue. */
export function returnCopy(...given) {
	loan.returnedOn = today();
	shelf.put(loan.copy);
	const next = waitingList.shift(loan.copy);
	if (next) notify(next.reader, 'ready to collect');
}

/** Keeps a person from borrowing while they owe too much. */
export function blockReader(...given) {
	if (reader.debt < blockingDebt) return false;
	reader.blockedSince = today();
	audit.write('blocked', reader.number);
	return true;
}
