/** Money going out, in cents. */
export interface Expense {
	readonly category: string;
	readonly amount: number;
	readonly paidOn: Date;
}

/** What was spent on each category in one month, the dearest first. */
export function monthlyTotals(expenses: readonly Expense[], year: number, month: number): [string, number][] {
	const totals = new Map<string, number>();
	for (const { category, amount, paidOn } of expenses) {
		if (paidOn.getFullYear() !== year || paidOn.getMonth() !== month) continue;
		totals.set(category, (totals.get(category) ?? 0) + amount);
	}
	return [...totals].sort(([, a], [, b]) => b - a);
}

/** How much is left of a budget; negative when it is overdrawn. */
export function remaining(budget: number, expenses: readonly Expense[]): number {
	return expenses.reduce((left, expense) => left - expense.amount, budget);
}
