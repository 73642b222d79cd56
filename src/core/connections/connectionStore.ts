import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { Clock, Log, StateStore } from "../base/ports";
import { parseBaseUrl } from "../wire/baseUrl";
import type { Gateway, OpenGateway } from "../wire/gateway";
import type { Connection, GatewayEntry } from "./connection";
import type { KeyStore } from "./keyStore";

/** The setting `gatehouse.gateways`. */
export interface GatewayList {
	read(): readonly GatewayEntry[];
	write(entries: readonly GatewayEntry[]): Promise<void>;
	readonly onDidChange: Event<void>;
}

const selectedKey = "gatehouse.selectedGateway";

/** The gateways one knows, which of them is used, and the way to it. */
export class ConnectionStore {
	readonly #onDidChange = new Emitter<void>();

	/** Fires when the gateway in use, or its address, may be another. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;

	constructor(
		private readonly gateways: GatewayList,
		private readonly keys: KeyStore,
		private readonly state: StateStore,
		private readonly clock: Clock,
		private readonly log: Log,
		private readonly openGateway: OpenGateway,
	) {
		gateways.onDidChange(() => this.#onDidChange.fire());
	}

	/** Every known gateway; an entry whose address cannot be read is logged and left out. */
	all(): readonly Connection[] {
		return this.gateways.read().flatMap((entry) => {
			try {
				const base = parseBaseUrl(entry.url);
				return [{ name: entry.name, base, keysPage: entry.keysPage ?? base.origin }];
			} catch (error) {
				this.log.warn(`gatehouse.gateways: ${entry.name}: ${error instanceof Error ? error.message : ""}`);
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

	/** The operations of a gateway, with its stored key read at each request. */
	open(connection: Connection): Gateway {
		return this.openGateway(connection.base, async () => {
			const key = await this.keys.get(connection.base.origin);
			if (!key)
				throw new UserError(l10n.t("There is no API key for {0} yet.", connection.name), ["setApiKey", "openMyKeys"]);
			return key;
		});
	}

	/** Adds a gateway, or replaces the one with the same address, and uses it from now on. */
	async add(entry: GatewayEntry, key: string, endsAt?: number): Promise<Connection> {
		const base = parseBaseUrl(entry.url);
		await this.keys.set(base.origin, key, { addedAt: this.clock.now(), ...(endsAt === undefined ? {} : { endsAt }) });
		const entries = this.gateways.read();
		const others = entries.filter(({ url }) => !sameAddress(url, base.href));
		const known = entries.find(({ url }) => sameAddress(url, base.href));
		// Before the setting, whose change other windows follow.
		await this.state.set(selectedKey, base.href);
		await this.gateways.write([...others, { ...known, ...entry, url: base.href }]);
		this.#onDidChange.fire();
		return { name: entry.name, base, keysPage: entry.keysPage ?? known?.keysPage ?? base.origin };
	}
}

function sameAddress(url: string, href: string): boolean {
	try {
		return parseBaseUrl(url).href === href;
	} catch {
		return false;
	}
}
