import * as l10n from "@vscode/l10n";
import { messageOf, NotConnectedError, UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { Clock, Log, StateStore } from "../base/ports";
import type { BaseUrl } from "../gateway/baseUrl";
import { loggedError } from "../gateway/errors/loggedError";
import type { Gateway, OpenGateway } from "../gateway/gateway";
import type { KeyOutcome } from "../gateway/gatewayKey";
import { DescribedLimits } from "../gateway/limits/describedLimits";
import { AddressConsent } from "./addressConsent";
import {
	addressEntry,
	baseOf,
	type Connection,
	connectionOf,
	connectionsOf,
	type GatewayEntry,
	temporaryKeyEnd,
} from "./connection";
import type { KeyStore } from "./keyStore";
import { withNamedModels } from "./namedModels";

/** The setting `gatehouse.gateways`. */
export interface GatewayList {
	read(): readonly GatewayEntry[];
	write(entries: readonly GatewayEntry[]): Promise<void>;
	readonly onDidChange: Event<void>;
}

/** A gateway that has moved from another origin. */
interface MovedGateway {
	readonly from: string;
	readonly connection: Connection;
}

const selectedKey = "gatehouse.selectedGateway";

/** The configured gateways, the selected one, and access to them. */
export class ConnectionStore {
	readonly #onDidChange = new Emitter<void>();
	/** The messages that were logged about unusable entries, so that each is logged once. */
	readonly #said = new Set<string>();
	#announced: string | undefined;

	/** Fires when the gateway in use, or its address, may have changed. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #onDidMove = new Emitter<MovedGateway>();
	/** Fires when the user has agreed to a gateway's new origin. */
	readonly onDidMove: Event<MovedGateway> = this.#onDidMove.event;
	/** The addresses that the user has agreed to. */
	readonly addresses: AddressConsent;

	constructor(
		private readonly gateways: GatewayList,
		private readonly keys: KeyStore,
		private readonly state: StateStore,
		private readonly clock: Clock,
		private readonly log: Log,
		private readonly openGateway: OpenGateway,
	) {
		this.addresses = new AddressConsent(state);
		gateways.onDidChange(() => this.#changed());
	}

	/** Returns every configured gateway; an entry whose address cannot be parsed is logged and left out. */
	all(): readonly Connection[] {
		return connectionsOf(this.gateways.read(), (entry, error) => {
			const said = `gatehouse.gateways: ${entry.name}: ${messageOf(error)}`;
			if (!this.#said.has(said)) this.log.warn(said);
			this.#said.add(said);
		});
	}

	/** The gateway in use: the selected one, or the first. */
	get current(): Connection | undefined {
		const all = this.all();
		return all.find(({ base }) => base.href === this.state.get(selectedKey)) ?? all[0];
	}

	/** Returns the gateway in use. @throws NotConnectedError when none is configured. */
	required(): Connection {
		const connection = this.current;
		if (!connection) throw new NotConnectedError();
		return connection;
	}

	/**
	 * Returns the operations of a gateway. Each request reads the stored key, and records afterwards whether the
	 * gateway accepted it; none is sent before the user has agreed to the address, or after the gateway was removed.
	 */
	open(connection: Connection, retries?: number): Gateway {
		const key = { read: () => this.#keyFor(connection), track: () => this.#trackKey(connection.base.origin) };
		const gateway = this.openGateway(connection.base, key, retries);
		return connection.models ? withNamedModels(gateway, connection.models) : gateway;
	}

	/**
	 * Adds a gateway, or replaces the one with the same address, with or without `/v1`, and selects it.
	 *
	 * @param days how many days the key is valid from now; `undefined` for a permanent one.
	 */
	async add(entry: GatewayEntry, key: string, days?: number): Promise<Connection> {
		const base = baseOf(entry);
		const addedAt = this.clock.now();
		const validity = days === undefined ? {} : { endsAt: temporaryKeyEnd(addedAt, days), days };
		await this.keys.set(base.origin, key, { addedAt, ...validity });
		const entries = this.gateways.read();
		const isBeside = isAt(({ href }) => withoutV1(href) === withoutV1(base.href));
		const others = entries.filter((other) => !isBeside(other));
		const known = entries.find(isBeside);
		// Set before the setting, because other windows react to the setting's change.
		await this.state.set(selectedKey, base.href);
		await this.#rememberAddress({ name: entry.name, base });
		// Model names that were typed for an earlier connection are not kept: the gateway may list its models by now.
		const { models: _, ...before } = known ?? {};
		const { appendV1: __, ...kept } = { ...before, ...entry };
		await this.gateways.write([...others, { ...kept, ...addressEntry(base) }]);
		this.#changed();
		return connectionOf(kept, base);
	}

	/** Gives a gateway another name. */
	async rename(connection: Connection, name: string): Promise<void> {
		const { base } = connection;
		const isThere = isAt(({ href }) => href === base.href);
		const isMeant = (entry: GatewayEntry) => entry.name === connection.name && isThere(entry);
		await this.#rememberAddress({ name, base });
		await this.gateways.write(this.gateways.read().map((entry) => (isMeant(entry) ? { ...entry, name } : entry)));
		await this.addresses.forget(connection);
		this.#changed();
	}

	/** Selects the gateway to use from now on. */
	async select(connection: Connection): Promise<void> {
		await this.state.set(selectedKey, connection.base.href);
		this.#changed();
	}

	/** Returns the names of the other gateways that use the same key. */
	sharersOf(connection: Connection): readonly string[] {
		return this.all()
			.filter(({ base }) => base.origin === connection.base.origin)
			.filter(({ name, base }) => base.href !== connection.base.href || name !== connection.name)
			.map(({ name }) => name);
	}

	/**
	 * Removes a gateway; if it was in use, the first of the others takes its place.
	 *
	 * @param withKey whether to delete its key too; a key that another gateway uses is kept in any case.
	 */
	async remove(connection: Connection, withKey: boolean): Promise<void> {
		const { href, origin } = connection.base;
		if (this.state.get(selectedKey) === href) await this.state.set(selectedKey, undefined);
		const isThere = isAt((base) => base.href === href);
		const others = this.gateways.read().filter((entry) => entry.name !== connection.name || !isThere(entry));
		await this.gateways.write(others);
		if (!this.all().some(({ name, base }) => name === connection.name && base.origin === origin))
			await this.addresses.forget(connection);
		const isLast = this.sharersOf(connection).length === 0;
		if (isLast) await new DescribedLimits(this.state).set(origin, []);
		if (withKey && isLast) await this.keys.delete(origin);
		this.#changed();
	}

	/** Records that the user agrees to the current address of a known gateway. */
	async useAddress(connection: Connection): Promise<void> {
		const question = this.addresses.question(connection);
		await this.#rememberAddress(connection);
		if (question?.type === "moved") this.#onDidMove.fire({ from: question.from, connection });
		this.#changed();
	}

	/**
	 * Checks whether another window has switched gateways: VS Code sends no event when state that windows share
	 * changes.
	 */
	recheck(): void {
		if (this.#fingerprint() !== this.#announced) this.#changed();
	}

	async #keyFor(connection: Connection): Promise<string> {
		const { name, base } = connection;
		// The gateway may be removed while a request is being prepared, or waits.
		if (!this.all().some(({ base: { href } }) => href === base.href))
			throw new UserError(l10n.t("The gateway {0} was removed: nothing more is sent to it.", name), ["connect"]);
		this.addresses.require(connection);
		const key = await this.keys.get(base.origin);
		if (key) {
			await this.#rememberAddress(connection);
			return key;
		}
		const sentence = this.keys.facts(base.origin)
			? l10n.t("The key for {0} is no longer in this computer's secret store. Set it again.", name)
			: l10n.t("There is no API key for {0}.", name);
		throw new UserError(sentence, ["setApiKey", "openMyKeys", "retry"]);
	}

	#rememberAddress(connection: Pick<Connection, "name" | "base">): Promise<void> {
		const sameName = this.all().filter(({ name }) => name === connection.name);
		return this.addresses.remember(
			connection,
			sameName.map(({ base }) => base.origin),
		);
	}

	#trackKey(origin: string): KeyOutcome {
		const version = this.keys.version(origin);
		// A failure to save the mark must not fail the request itself.
		const mark = (refusedAt?: number) =>
			void this.keys.mark(origin, version, refusedAt).catch((error: unknown) => this.log.warn(loggedError(error)));
		return { accepted: () => mark(), refused: () => mark(this.clock.now()) };
	}

	#changed(): void {
		this.#announced = this.#fingerprint();
		this.#onDidChange.fire();
	}

	#fingerprint(): string {
		const { current } = this;
		return JSON.stringify([current, current && this.addresses.question(current)]);
	}
}

/** Returns a filter of entries by address; an address that cannot be parsed does not match. */
function isAt(fits: (base: BaseUrl) => boolean): (entry: GatewayEntry) => boolean {
	return (entry) => {
		try {
			return fits(baseOf(entry));
		} catch {
			return false;
		}
	};
}

/** Returns the address without a final `/v1`: with and without it, the address belongs to the same gateway. */
function withoutV1(href: string): string {
	return href.replace(/\/v1$/, "");
}
