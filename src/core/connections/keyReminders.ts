import type { Disposable } from "../../shared/disposable";
import type { Clock, Log, StateStore } from "../base/ports";
import { loggedError } from "../gateway/errors/loggedError";
import type { Connection, KeyFacts } from "./connection";
import { dayLength, daysUntil } from "./keyState";

/** A reminder that a temporary key expires soon or has expired. */
export interface KeyReminder {
	readonly connection: Connection;
	/** The days left, rounded up; 0 when it has expired. */
	readonly days: number;
}

interface ReminderDeps {
	connections(): readonly Connection[];
	facts(origin: string): KeyFacts | undefined;
	/** State that all windows share, so that each reminder is shown once. */
	readonly state: StateStore;
	readonly clock: Clock;
	readonly log: Log;
	/**
	 * Returns whether the user is looking at this window. Otherwise, a reminder waits for {@link KeyReminders.check}.
	 */
	attended(): boolean;
	remind(reminder: KeyReminder): void;
}

/** Days before a key's expiry at which the user is reminded; 0 when it has expired. The most urgent first. */
const reminderDays = [0, 1, 3, 7];

/**
 * Maximum duration of a timer, in milliseconds: timers pause while the computer sleeps, and cannot exceed 2^31
 * milliseconds.
 */
const longestWait = 6 * 60 * 60 * 1000;

const remindedPrefix = "gatehouse.keyReminded:";

/** Reminds the user of temporary keys that expire: once at 7, 3 and 1 days before, and once after. */
export class KeyReminders implements Disposable {
	#timer: Disposable | undefined;

	constructor(private readonly deps: ReminderDeps) {}

	/**
	 * Shows the reminders that are due and schedules the next one; to be called when a key, or the window's focus,
	 * changes.
	 */
	check(): void {
		const { clock, connections, facts, attended } = this.deps;
		this.dispose();
		const now = clock.now();
		let next = Number.POSITIVE_INFINITY;
		const seen = new Set<string>();
		for (const connection of connections()) {
			const { origin } = connection.base;
			const { addedAt = 0, endsAt } = facts(origin) ?? {};
			if (endsAt === undefined || seen.has(origin)) continue;
			seen.add(origin);
			if (attended()) this.#remind(connection, { addedAt, endsAt }, now);
			for (const days of reminderDays) {
				const at = endsAt - days * dayLength;
				if (at > now) next = Math.min(next, at);
			}
		}
		if (next < Number.POSITIVE_INFINITY) {
			this.#timer = clock.after(Math.min(next - now, longestWait), () => this.check());
		}
	}

	dispose(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
	}

	#remind(
		connection: Connection,
		{ addedAt, endsAt }: Required<Pick<KeyFacts, "addedAt" | "endsAt">>,
		now: number,
	): void {
		const due = reminderDays.find((days) => endsAt - days * dayLength <= now);
		if (due === undefined) return;
		// The user knew this when adding the key.
		if (endsAt - due * dayLength <= addedAt) return;
		const name = remindedPrefix + connection.base.origin;
		const { state, log, remind } = this.deps;
		const last = state.get(name);
		if (isReminded(last) && last.endsAt === endsAt && last.days <= due) return;
		// Saved before it is shown: a missing reminder is better than the same one in every window.
		state.set(name, { endsAt, days: due } satisfies Reminded).then(
			() => remind({ connection, days: daysUntil(endsAt, now) }),
			(error: unknown) => log.warn(`A reminder cannot be kept: ${loggedError(error)}`),
		);
	}
}

/** The last reminder about a key: the expiry time it was about, and the days that were left. */
interface Reminded {
	readonly endsAt: number;
	readonly days: number;
}

function isReminded(value: unknown): value is Reminded {
	return typeof value === "object" && value !== null && "endsAt" in value && "days" in value;
}
