import * as l10n from "@vscode/l10n";
import { messageOf, UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { Clock, Log, StateStore } from "../base/ports";
import type { BaseUrl } from "../wire/baseUrl";
import type { Gateway, OpenGateway } from "../wire/gateway";
import type { KeyOutcome } from "../wire/gatewayKey";
import { loggedError } from "../wire/loggedError";
import { AddressConsent } from "./addressConsent";
import { addressEntry, baseOf, type Connection, type GatewayEntry } from "./connection";
import type { KeyStore } from "./keyStore";

/** The setting `gatehouse.gateways`. */
export interface GatewayList {
	read(): readonly GatewayEntry[];
	write(entries: readonly GatewayEntry[]): Promise<void>;
	readonly onDidChange: Event<void>;
}

/** A gateway that was at another origin before. */
interface MovedGateway {
	readonly from: string;
	readonly connection: Connection;
}

const selectedKey = "gatehouse.selectedGateway";

/** The gateways one knows, which of them is used, and the way to it. */
export class ConnectionStore {
	readonly #onDidChange = new Emitter<void>();
	/** What was said of entries that cannot be used, so that it is said once. */
	readonly #said = new Set<string>();
	#announced: string | undefined;

	/** Fires when the gateway in use, or its address, may be another. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #onDidMove = new Emitter<MovedGateway>();
	/** Fires when the user has agreed that a gateway is at another origin now. */
	readonly onDidMove: Event<MovedGateway> = this.#onDidMove.event;
	/** Where the user has agreed that requests go. */
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

	/** Every known gateway; an entry whose address cannot be read is logged and left out. */
	all(): readonly Connection[] {
		return this.gateways.read().flatMap((entry) => {
			try {
				const base = baseOf(entry);
				return [{ name: entry.name, base, keysPage: webPage(entry.keysPage) ?? base.origin }];
			} catch (error) {
				const said = `gatehouse.gateways: ${entry.name}: ${messageOf(error)}`;
				if (!this.#said.has(said)) this.log.warn(said);
				this.#said.add(said);
				return [];
			}
		});
	}

	/** The gateway in use: the chosen one, else the first. */
	get current(): Connection | undefined {
		const all = this.all();
		return all.find(({ base }) => base.href === this.state.get(selectedKey)) ?? all[0];
	}

	/** @throws UserError with the action to connect, when no gateway is known. */
	required(): Connection {
		const connection = this.current;
		if (!connection) throw new UserError(l10n.t("No gateway is connected yet."), ["connect"]);
		return connection;
	}

	/**
	 * The operations of a gateway. Each request reads the stored key, and tells how that stands afterwards; none leaves
	 * before the user has agreed to the address, nor once the gateway was removed.
	 */
	open(connection: Connection): Gateway {
		return this.openGateway(connection.base, {
			read: () => this.#keyFor(connection),
			track: () => this.#trackKey(connection.base.origin),
		});
	}

	/** Adds a gateway, or replaces the one with the same address, with `/v1` or without, and uses it from now on. */
	async add(entry: GatewayEntry, key: string, endsAt?: number): Promise<Connection> {
		const base = baseOf(entry);
		await this.keys.set(base.origin, key, { addedAt: this.clock.now(), ...(endsAt === undefined ? {} : { endsAt }) });
		const entries = this.gateways.read();
		const isBeside = isAt(({ href }) => withoutV1(href) === withoutV1(base.href));
		const others = entries.filter((other) => !isBeside(other));
		const known = entries.find(isBeside);
		// Before the setting, whose change other windows follow.
		await this.state.set(selectedKey, base.href);
		await this.#rememberAddress({ name: entry.name, base });
		const { appendV1: _, ...kept } = { ...known, ...entry };
		await this.gateways.write([...others, { ...kept, ...addressEntry(base) }]);
		this.#changed();
		return { name: kept.name, base, keysPage: webPage(kept.keysPage) ?? base.origin };
	}

	/** Uses this gateway from now on. */
	async select(connection: Connection): Promise<void> {
		await this.state.set(selectedKey, connection.base.href);
		this.#changed();
	}

	/** The names of the other gateways that use the same key. */
	sharersOf(connection: Connection): readonly string[] {
		return this.all()
			.filter(({ base }) => base.origin === connection.base.origin)
			.filter(({ name, base }) => base.href !== connection.base.href || name !== connection.name)
			.map(({ name }) => name);
	}

	/**
	 * Forgets a gateway; when it was in use, the first of the others is.
	 *
	 * @param withKey whether its key is deleted too; one that another gateway uses stays in any case.
	 */
	async remove(connection: Connection, withKey: boolean): Promise<void> {
		const { href, origin } = connection.base;
		if (this.state.get(selectedKey) === href) await this.state.set(selectedKey, undefined);
		const isThere = isAt((base) => base.href === href);
		const others = this.gateways.read().filter((entry) => entry.name !== connection.name || !isThere(entry));
		await this.gateways.write(others);
		if (!this.all().some(({ name, base }) => name === connection.name && base.origin === origin))
			await this.addresses.forget(connection);
		if (withKey && this.sharersOf(connection).length === 0) await this.keys.delete(origin);
		this.#changed();
	}

	/** The user agrees to the address that a known gateway has now. */
	async useAddress(connection: Connection): Promise<void> {
		const question = this.addresses.question(connection);
		await this.#rememberAddress(connection);
		if (question?.type === "moved") this.#onDidMove.fire({ from: question.from, connection });
		this.#changed();
	}

	/** Tells of a switch made in another window: what windows share changes without a word from VS Code. */
	recheck(): void {
		if (this.#standing() !== this.#announced) this.#changed();
	}

	async #keyFor(connection: Connection): Promise<string> {
		const { name, base } = connection;
		// A request that was under way, or waited, when it was removed.
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
			: l10n.t("There is no API key for {0} yet.", name);
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
		// A mark that cannot be kept must not fail the request that it is about.
		const mark = (refusedAt?: number) =>
			void this.keys.mark(origin, version, refusedAt).catch((error: unknown) => this.log.warn(loggedError(error)));
		return { accepted: () => mark(), refused: () => mark(this.clock.now()) };
	}

	#changed(): void {
		this.#announced = this.#standing();
		this.#onDidChange.fire();
	}

	#standing(): string {
		const { current } = this;
		return JSON.stringify([current, current && this.addresses.question(current)]);
	}
}

/** A page for the browser; what is no web address is not opened. */
function webPage(address: string | undefined): string | undefined {
	if (address === undefined || !URL.canParse(address)) return undefined;
	return ["https:", "http:"].includes(new URL(address).protocol) ? address : undefined;
}

/** A filter of entries by their address; one that cannot be read does not fit. */
function isAt(fits: (base: BaseUrl) => boolean): (entry: GatewayEntry) => boolean {
	return (entry) => {
		try {
			return fits(baseOf(entry));
		} catch {
			return false;
		}
	};
}

/** What `https://host` and `https://host/v1` have in common: whichever of them answers, they are one gateway. */
function withoutV1(href: string): string {
	return href.replace(/\/v1$/, "");
}
