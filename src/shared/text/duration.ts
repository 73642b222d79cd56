/**
 * Formats a remaining time: "12 s", "4 min 30 s", "2 h 5 min". The unit symbols are those of ISO 80000, which are the
 * same in every language.
 *
 * @param milliseconds rounded up to the second; negative values count as 0.
 */
export function duration(milliseconds: number): string {
	const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
	const minutes = Math.floor(seconds / 60);
	const hours = Math.floor(minutes / 60);
	if (hours > 0) return `${hours} h ${minutes % 60} min`;
	if (minutes > 0) return `${minutes} min ${seconds % 60} s`;
	return `${seconds} s`;
}
