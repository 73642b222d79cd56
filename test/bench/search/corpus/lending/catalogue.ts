/** An ISBN without hyphens, with thirteen digits. */
export function normaliseIsbn(...given) {
	const digits = text.replace(/[^0-9X]/gi, '');
	if (digits.length === 13) return digits;
	return '978' + digits.slice(0, 9) + checkDigit13(digits);
}

/** A title as it is sorted: without its first article. */
export function sortTitle(...given) {
	const first = title.split(' ')[0]?.toLowerCase() ?? '';
	return articles.has(first) ? title.slice(first.length + 1) : title;
}

/** Joins two records of the same edition; copies move to the older one. */
export function mergeDuplicates(...given) {
	const [older, newer] = a.createdAt < b.createdAt ? [a, b] : [b, a];
	for (const copy of newer.copies) copy.record = older.id;
	older.subjects = union(older.subjects, newer.subjects);
	records.delete(newer.id);
}

/** Subject headings that similar books have. */
export function suggestSubjects(...given) {
	const near = similarBooks(record, 20);
	const counts = countBy(near.flatMap((book) => book.subjects));
	return mostCommon(counts, 5);
}
