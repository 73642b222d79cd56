import type { StateStore } from "../base/ports";
import type { KeyFacts } from "./connection";
import { dayLength } from "./keyState";

/** How this window stands with its gateway, as the status bar and the context keys show it. */
export interface Standing {
	/** Whether a gateway is known. */
	readonly connected: boolean;
	/** Whether the user has not yet agreed to its address. */
	readonly unconfirmed: boolean;
	/** What the status bar shows; absent while there is no gateway. */
	readonly status?: StatusView;
}

/** What the status bar shows. */
export interface StatusView {
	readonly model: string;
	readonly tooltip: string;
	/** Whether something keeps requests from being answered. */
	readonly trouble: boolean;
}

/** The standing of a window without a gateway. */
export const disconnected: Standing = { connected: false, unconfirmed: false };

/** A standing, what it was made of, and how long it holds. */
export interface KeptStanding {
	/** The settings, the language and the version that it was made with. */
	readonly of: string;
	/** When time changes it, in milliseconds since the epoch; absent: never. */
	readonly until?: number;
	readonly standing: Standing;
}

const stateKey = "gatehouse.standing";

/** Keeps the last standing in the global state, so that a window can show it before any gateway is opened. */
export class StandingStore {
	constructor(private readonly state: StateStore) {}

	/** The kept standing, unless it was made with something else or time has changed it. */
	read(of: string, now: number): KeptStanding | undefined {
		const kept = this.state.get(stateKey);
		return isKept(kept) && kept.of === of && (kept.until ?? Number.POSITIVE_INFINITY) > now ? kept : undefined;
	}

	/** Writes nothing when it is kept already. */
	async keep(kept: KeptStanding): Promise<void> {
		if (JSON.stringify(this.state.get(stateKey)) !== JSON.stringify(kept)) await this.state.set(stateKey, kept);
	}
}

/** When the days that keys have left change next; `undefined` when they do not. */
export function nextDayOf(facts: readonly (KeyFacts | undefined)[], now: number): number | undefined {
	let next: number | undefined;
	for (const { endsAt } of facts.filter((known) => known !== undefined)) {
		if (endsAt === undefined || endsAt <= now) continue;
		// A day that has just begun lasts whole.
		const at = now + ((endsAt - now) % dayLength || dayLength);
		next = Math.min(next ?? at, at);
	}
	return next;
}

function isKept(value: unknown): value is KeptStanding {
	if (typeof value !== "object" || value === null) return false;
	const { of, until, standing } = value as Record<string, unknown>;
	return typeof of === "string" && ["number", "undefined"].includes(typeof until) && isStanding(standing);
}

function isStanding(value: unknown): value is Standing {
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
