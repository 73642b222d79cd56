import * as l10n from "@vscode/l10n";
import { hasFields } from "../../shared/untrusted/ownField";
import { UserError } from "../base/errors";
import { baseOf, type GatewayEntry } from "./connection";

/** The placeholder of the secret in a header's value; in two parts, so that it is not taken for a template literal. */
const placeholder = "$".concat("{secret}");
/** Maximum number of headers of one gateway. */
const mostHeaders = 20;
/** Maximum length of a header's name, and of its value, in characters. */
const longestName = 100;
const longestValue = 2_000;

/** Headers that Gatehouse, VS Code or the connection sets. */
const reserved =
	/^(?:host|cookie2?|authorization|content-.*|accept(?:-.*)?|connection|date|expect|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|via)$/i;

/** The secret texts of headers, by origin. */
export interface HeaderSecrets {
	headerSecret(origin: string): Promise<string | undefined>;
}

/**
 * The extra headers of the setting `gatehouse.gateways`, which are sent to their gateway's origin with each request
 * that contains its key.
 */
export class ExtraHeaders {
	constructor(
		private readonly entries: () => readonly GatewayEntry[],
		private readonly secrets: HeaderSecrets,
	) {}

	/** Returns whether a header of the origin needs a secret text from the user. */
	needsSecret(origin: string): boolean {
		return Object.values(this.#headers(origin)).some((value) => value.includes(placeholder));
	}

	/**
	 * Returns the headers of an origin's requests.
	 *
	 * @throws UserError when a header must not be set, or its secret is missing.
	 */
	async of(origin: string): Promise<Readonly<Record<string, string>>> {
		const headers = this.#headers(origin);
		if (!this.needsSecret(origin)) return headers;
		const secret = await this.secrets.headerSecret(origin);
		if (!secret) {
			throw new UserError(
				l10n.t("A header of {0} needs a secret, which is not stored on this computer. Set the key again.", origin),
				["setApiKey"],
			);
		}
		return Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [name, value.replaceAll(placeholder, () => secret)]),
		);
	}

	#headers(origin: string): Readonly<Record<string, string>> {
		const found = this.entries().filter((entry) => originOf(entry) === origin);
		return Object.fromEntries(found.flatMap(({ headers }) => Object.entries(readHeaders(headers))));
	}
}

/** Reads the field `headers` of an entry. @throws UserError when a header must not be set. */
export function readHeaders(headers: unknown): Readonly<Record<string, string>> {
	if (headers === undefined) return {};
	if (!hasFields(headers) || Array.isArray(headers)) throw refused("headers");
	const entries = Object.entries(headers);
	if (entries.length > mostHeaders) throw refused("headers");
	return Object.fromEntries(
		entries.map(([name, value]) => {
			if (name.length > longestName || !/^[\w-]+$/.test(name) || reserved.test(name)) throw refused(name);
			// Other characters cannot be sent in a header.
			if (typeof value !== "string" || value.length > longestValue || !/^[\x20-\x7e]*$/.test(value))
				throw refused(name);
			return [name.toLowerCase(), value];
		}),
	);
}

function refused(name: string): UserError {
	return new UserError(
		l10n.t("The setting gatehouse.gateways has a header that cannot be sent: {0}.", name.slice(0, longestName)),
		["openSettings"],
	);
}

function originOf(entry: GatewayEntry): string | undefined {
	try {
		return baseOf(entry).origin;
	} catch {
		return undefined;
	}
}
