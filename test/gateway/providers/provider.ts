/** Another gateway, or a model server, whose models this gateway offers. */
export interface Provider {
	/** The prefix of its models: `NAME/model`. */
	readonly name: string;
	/** Its base address, with or without `/v1`. */
	readonly url: string;
	/** The key for every request to it; none if it needs none. */
	readonly key?: string | undefined;
}

/**
 * Returns the address of one of a provider's operations.
 * @param path the path below its base address, including `/v1`, such as `/v1/models`.
 * @throws RangeError on an invalid address.
 */
export function addressOf({ name, url }: Provider, path: string): URL {
	const base = URL.canParse(url) ? new URL(url) : undefined;
	if (!base || !["http:", "https:"].includes(base.protocol)) {
		throw new RangeError(`The provider "${name}" needs an address that begins with http:// or https://.`);
	}
	if (base.username || base.password || base.search || base.hash) {
		throw new RangeError(`The address of the provider "${name}" must have no user, no query and no fragment in it.`);
	}
	base.pathname = base.pathname.replace(/\/*$/, "").replace(/\/v1$/, "") + path;
	return base;
}

/** Validates the providers. @throws RangeError on invalid or indistinguishable ones. */
export function checkProviders(providers: readonly Provider[]): void {
	const names = new Set<string>();
	for (const provider of providers) {
		const { name, key } = provider;
		if (!/^[\w.-]+$/.test(name)) throw new RangeError("A provider's name is made of letters, digits and . _ -");
		if (names.has(name)) throw new RangeError(`There are two providers "${name}".`);
		names.add(name);
		addressOf(provider, "/v1");
		if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
			throw new RangeError(`The key of the provider "${name}" must be printable ASCII characters, without blanks.`);
		}
	}
}
