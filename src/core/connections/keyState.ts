import * as l10n from "@vscode/l10n";
import type { KeyFacts } from "./connection";

/** The state of a gateway's key, as far as it is known in this window. */
export type KeyState =
	/** It was never set. */
	| { readonly type: "none" }
	/** It was set, but is no longer in the secret store. */
	| { readonly type: "missing" }
	/** The gateway refused it; it is kept. */
	| { readonly type: "refused" }
	/** A temporary key whose days are over. */
	| { readonly type: "ended" }
	/** A temporary key, and the days left, rounded up. */
	| { readonly type: "temporary"; readonly days: number }
	| { readonly type: "permanent" };

export const dayLength = 24 * 60 * 60 * 1000;

/** Returns the days until a key expires, rounded up; 0 when it has. Times are milliseconds since the epoch. */
export function daysUntil(endsAt: number, now: number): number {
	return Math.max(0, Math.ceil((endsAt - now) / dayLength));
}

/** Derives the state of a key from its metadata. */
export function keyState(facts: KeyFacts | undefined, missing: boolean, now: number): KeyState {
	if (!facts) return { type: "none" };
	if (missing) return { type: "missing" };
	if (facts.refusedAt !== undefined) return { type: "refused" };
	if (facts.endsAt === undefined) return { type: "permanent" };
	const days = daysUntil(facts.endsAt, now);
	return days === 0 ? { type: "ended" } : { type: "temporary", days };
}

/** Returns whether requests with the key will most likely fail. */
export function needsAttention({ type }: KeyState): boolean {
	return type !== "temporary" && type !== "permanent";
}

/** Returns the state in a few words, for a list and a tooltip. */
export function keyStateText(state: KeyState): string {
	switch (state.type) {
		case "none":
			return l10n.t("no key");
		case "missing":
			return l10n.t("the key is no longer in the secret store");
		case "refused":
			return l10n.t("the gateway refused the key");
		case "ended":
			return l10n.t("the temporary key has expired");
		case "temporary":
			return state.days === 1
				? l10n.t("temporary key, 1 day left")
				: l10n.t("temporary key, {0} days left", state.days);
		case "permanent":
			return l10n.t("permanent key");
	}
}
