import type { StateStore } from "../base/ports";
import type { KeyFacts } from "./connection";
import { dayLength } from "./keyState";

/** The state of this window's gateway, as the status bar and the context keys show it. */
export interface ConnectionStatus {
	/** Whether a gateway is configured. */
	readonly connected: boolean;
	/** Whether the user has not yet agreed to its address. */
	readonly unconfirmed: boolean;
	/** The content of the status bar; absent without a gateway. */
	readonly status?: StatusView;
}

/** The content of the status bar. */
export interface StatusView {
	readonly model: string;
	readonly tooltip: string;
	/** Whether there is a problem that keeps requests from being answered. */
	readonly trouble: boolean;
}

/** The state of a window without a gateway. */
export const disconnected: ConnectionStatus = { connected: false, unconfirmed: false };

/** A saved state, the facts that it depends on, and how long it is valid. */
export interface SavedConnectionStatus {
	/** The fingerprint of the settings, the language and the version that it was created with. */
	readonly of: string;
	/** When it expires, in milliseconds since the epoch; absent if never. */
	readonly until?: number;
	readonly connectionStatus: ConnectionStatus;
}

const stateKey = "gatehouse.connectionStatus";

/** Maximum number of saved states: workspaces may have models of their own. */
const mostSaved = 8;

/** Saves the last states in the global state, so that a window can show its state before any gateway is opened. */
export class ConnectionStatusStore {
	constructor(private readonly state: StateStore) {}

	/** Returns the saved state, unless it was created with other settings or has expired. */
	read(fingerprint: string, now: number): SavedConnectionStatus | undefined {
		const found = this.#all().find(({ of }) => of === fingerprint);
		return found && (found.until ?? Number.POSITIVE_INFINITY) > now ? found : undefined;
	}

	/** Saves the state, unless the same one is saved already. */
	async save(status: SavedConnectionStatus): Promise<void> {
		const all = this.#all();
		if (all.some((saved) => JSON.stringify(saved) === JSON.stringify(status))) return;
		const others = all.filter(({ of }) => of !== status.of);
		await this.state.set(stateKey, [status, ...others].slice(0, mostSaved));
	}

	#all(): readonly SavedConnectionStatus[] {
		const saved = this.state.get(stateKey);
		return Array.isArray(saved) ? saved.filter(isSaved) : [];
	}
}

/** Returns when the number of days that keys have left changes next; `undefined` if it does not. */
export function nextDayOf(facts: readonly (KeyFacts | undefined)[], now: number): number | undefined {
	let next: number | undefined;
	for (const { endsAt } of facts.filter((known) => known !== undefined)) {
		if (endsAt === undefined || endsAt <= now) continue;
		// A day that has just begun lasts its full length.
		const at = now + ((endsAt - now) % dayLength || dayLength);
		next = Math.min(next ?? at, at);
	}
	return next;
}

function isSaved(value: unknown): value is SavedConnectionStatus {
	if (typeof value !== "object" || value === null) return false;
	const { of, until, connectionStatus } = value as Record<string, unknown>;
	return (
		typeof of === "string" && ["number", "undefined"].includes(typeof until) && isConnectionStatus(connectionStatus)
	);
}

function isConnectionStatus(value: unknown): value is ConnectionStatus {
	if (typeof value !== "object" || value === null) return false;
	const { connected, unconfirmed, status } = value as Record<string, unknown>;
	return (
		typeof connected === "boolean" && typeof unconfirmed === "boolean" && (status === undefined || isStatus(status))
	);
}

function isStatus(value: unknown): value is StatusView {
	if (typeof value !== "object" || value === null) return false;
	const { model, tooltip, trouble } = value as Record<string, unknown>;
	return typeof model === "string" && typeof tooltip === "string" && typeof trouble === "boolean";
}
