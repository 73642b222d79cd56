/** Second-level domains under which organisations register names, such as `ac.uk` and `gouv.fr`. */
const registries = new Set(["ac", "co", "com", "edu", "go", "gob", "gouv", "gov", "gv", "ne", "net", "or", "org"]);

/**
 * Returns whether two addresses belong to one organisation's domain, such as `chat.example.org` and `keys.example.org`.
 * IP addresses, and hosts without a domain, must be the same.
 */
export function isSameSite(one: URL, other: URL): boolean {
	if (one.hostname === other.hostname) return true;
	const site = siteOf(one.hostname);
	return site !== undefined && site === siteOf(other.hostname);
}

function siteOf(host: string): string | undefined {
	if (host.includes(":") || /^[\d.]+$/.test(host)) return undefined;
	const labels = host.replace(/\.$/, "").split(".");
	const size = labels.at(-1)?.length === 2 && registries.has(labels.at(-2) ?? "") ? 3 : 2;
	return labels.length < size ? undefined : labels.slice(-size).join(".");
}
