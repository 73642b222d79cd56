import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import type { StateStore } from "../base/ports";
import type { Connection } from "./connection";

/** The confirmation that is needed before anything is sent to an address. */
type AddressQuestion =
	/** The address uses plain http to another computer. */
	| { readonly type: "insecure"; readonly origin: string }
	/** The gateway of that name was used at another origin before. */
	| { readonly type: "moved"; readonly from: string; readonly to: string };

type NamedAddress = Pick<Connection, "name" | "base">;

const httpPrefix = "gatehouse.httpAllowed:";
const originsPrefix = "gatehouse.originsOf:";
const declinedPrefix = "gatehouse.declined:";

/** Persists the addresses to which the user has agreed to send requests. */
export class AddressConsent {
	constructor(private readonly state: StateStore) {}

	/** Returns the confirmation that is needed first; `undefined` when requests may be sent. */
	question({ name, base }: NamedAddress): AddressQuestion | undefined {
		const used = this.#origins(name);
		const from = used.at(-1);
		if (from !== undefined && !used.includes(base.origin)) return { type: "moved", from, to: base.origin };
		if (base.insecure && !this.allowsHttp(base.origin)) return { type: "insecure", origin: base.origin };
		return undefined;
	}

	/** @throws UserError with the action that asks for confirmation, when the user has not agreed to the address. */
	require(address: NamedAddress): void {
		const question = this.question(address);
		if (question?.type === "moved") {
			throw new UserError(
				l10n.t(
					"The address of {0} has changed from {1} to {2}. Nothing is sent there until you confirm it.",
					address.name,
					question.from,
					question.to,
				),
				["confirmAddress", "retry"],
			);
		}
		if (question) {
			throw new UserError(
				l10n.t(
					"{0} is reached over http://, where anyone on the network path can read the key. Nothing is sent until you confirm it.",
					address.name,
				),
				["confirmAddress", "retry"],
			);
		}
	}

	allowsHttp(origin: string): boolean {
		return this.state.get(httpPrefix + origin) === true;
	}

	async allowHttp(origin: string): Promise<void> {
		await this.state.set(httpPrefix + origin, true);
	}

	/**
	 * Records that the gateway of that name is used at its origin.
	 *
	 * @param alsoAt the other origins at which a gateway of that name still exists; all others are forgotten.
	 */
	async remember({ name, base }: NamedAddress, alsoAt: readonly string[] = []): Promise<void> {
		const before = this.#origins(name);
		const kept = before.filter((origin) => alsoAt.includes(origin) && origin !== base.origin);
		if (before.includes(base.origin) && kept.length + 1 === before.length) return;
		await this.state.set(originsPrefix + name, [...kept, base.origin]);
		await this.state.set(declinedPrefix + name, undefined);
	}

	/** Forgets the origin of a removed gateway: its name may then be used at another address without confirmation. */
	async forget({ name, base }: NamedAddress): Promise<void> {
		const left = this.#origins(name).filter((origin) => origin !== base.origin);
		await this.state.set(originsPrefix + name, left.length > 0 ? left : undefined);
		await this.state.set(declinedPrefix + name, undefined);
	}

	/**
	 * Records that the user declined a confirmation that appeared by itself: from now on, they are asked only when they
	 * use the gateway.
	 */
	async decline({ name, base }: NamedAddress): Promise<void> {
		await this.state.set(declinedPrefix + name, base.origin);
	}

	isDeclined({ name, base }: NamedAddress): boolean {
		return this.state.get(declinedPrefix + name) === base.origin;
	}

	#origins(name: string): readonly string[] {
		const value = this.state.get(originsPrefix + name);
		return Array.isArray(value) ? value.filter((origin) => typeof origin === "string") : [];
	}
}
