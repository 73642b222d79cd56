import type { Disposable } from "../../shared/disposable";
import type { Clock, Log, StateStore } from "../base/ports";
import { loggedError } from "../wire/loggedError";
import type { Connection, KeyFacts } from "./connection";
import { dayLength, daysUntil } from "./keyState";

/** A temporary key is about to end, or has ended. */
export interface KeyReminder {
	readonly connection: Connection;
	/** The days left, begun ones included; 0: it has ended. */
	readonly days: number;
}

interface ReminderDeps {
	connections(): readonly Connection[];
	facts(origin: string): KeyFacts | undefined;
	/** Shared by all windows, so that each reminder comes once. */
	readonly state: StateStore;
	readonly clock: Clock;
	readonly log: Log;
	/** Whether somebody looks at this window. Otherwise a reminder waits for {@link KeyReminders.check}. */
	attended(): boolean;
	remind(reminder: KeyReminder): void;
}

/** A key's last days at which one is reminded; 0: it has ended. The most urgent first. */
const reminderDays = [0, 1, 3, 7];

/** A timer stands still while the computer sleeps, and none can wait longer than 2^31 milliseconds. */
const longestWait = 6 * 60 * 60 * 1000;

const remindedPrefix = "gatehouse.keyReminded:";

/** Reminds of the end of temporary keys: once at 7, 3 and 1 days, and once when it is over. */
export class KeyReminders implements Disposable {
	#timer: Disposable | undefined;

	constructor(private readonly deps: ReminderDeps) {}

	/** Reminds of what is due and waits for what comes next; to be called when a key, or the attention, changes. */
	check(): void {
		const { clock, connections, facts, attended } = this.deps;
		this.dispose();
		const now = clock.now();
		let next = Number.POSITIVE_INFINITY;
		const seen = new Set<string>();
		for (const connection of connections()) {
			const { origin } = connection.base;
			const endsAt = facts(origin)?.endsAt;
			if (endsAt === undefined || seen.has(origin)) continue;
			seen.add(origin);
			if (attended()) this.#remind(connection, endsAt, now);
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

	#remind(connection: Connection, endsAt: number, now: number): void {
		const due = reminderDays.find((days) => endsAt - days * dayLength <= now);
		if (due === undefined) return;
		const name = remindedPrefix + connection.base.origin;
		const { state, log, remind } = this.deps;
		const last = state.get(name);
		if (isReminded(last) && last.endsAt === endsAt && last.days <= due) return;
		// Kept before it is shown: rather one too few than the same one in every window.
		state.set(name, { endsAt, days: due } satisfies Reminded).then(
			() => remind({ connection, days: daysUntil(endsAt, now) }),
			(error: unknown) => log.warn(`A reminder cannot be kept: ${loggedError(error)}`),
		);
	}
}

/** The last reminder of a key: which end it was about, and at how many days. */
interface Reminded {
	readonly endsAt: number;
	readonly days: number;
}

function isReminded(value: unknown): value is Reminded {
	return typeof value === "object" && value !== null && "endsAt" in value && "days" in value;
}
