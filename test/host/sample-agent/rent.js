/** Shares out a rent, in cents: the first people pay the cents that cannot be divided. */
export function rentShares(rent, people) {
	const share = Math.floor(rent / people);
	const left = rent % people;
	return Array.from({ length: people }, (_, i) => (i <= left ? share + 1 : share));
}
