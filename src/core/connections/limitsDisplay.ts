import * as l10n from "@vscode/l10n";
import type { LimitsView } from "../../shared/chatProtocol";
import type { Disposable } from "../../shared/disposable";
import { Disposables } from "../base/disposables";
import { Emitter } from "../base/event";
import type { Clock } from "../base/ports";
import type { LimitReport } from "../gateway/limits/limitHeaders";
import { limitText } from "../gateway/limits/limitText";
import type { ReportedLimits } from "../gateway/limits/reportedLimits";
import type { ConnectionStore } from "./connectionStore";

/** A limit is almost used up when less than this part of it is left. */
const smallPart = 0.1;
/**
 * Milliseconds: a limit that is renewed sooner is not worth a notice, nor is one in the last part of its period, which an
 * index uses up by itself.
 */
const soon = 60_000;
const lastPart = 1 / 60;
/** Maximum milliseconds of a timer. */
const longestTimer = 3_600_000;

interface LimitsDisplayDeps {
	readonly limits: Pick<ReportedLimits, "current" | "onDidChange">;
	readonly connections: Pick<ConnectionStore, "current" | "onDidChange">;
	readonly clock: Clock;
	/** VS Code's display language. */
	readonly language: string;
}

/** The limits of the gateway in use, as the panel shows them. A limit that is almost used up is noticed once in each period. */
export class LimitsDisplay implements Disposable {
	readonly #disposables = new Disposables();
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange = this.#onDidChange.event;
	/** When the period of each limit that was noticed ends, by origin and id of the limit. */
	readonly #noticed = new Map<string, number>();
	/** The same for those that the user dismissed. */
	readonly #dismissed = new Map<string, number>();
	#timer: Disposable | undefined;

	constructor(private readonly deps: LimitsDisplayDeps) {
		const { limits, connections } = deps;
		this.#disposables.add(
			limits.onDidChange((origin) => {
				if (origin === connections.current?.base.origin) this.#onDidChange.fire();
			}),
		);
		this.#disposables.add(connections.onDidChange(() => this.#onDidChange.fire()));
	}

	/** The limits as they are now. */
	get view(): LimitsView {
		const { connections, limits, clock, language } = this.deps;
		const { current } = connections;
		this.#timer?.dispose();
		this.#timer = undefined;
		if (!current) return { known: [], low: null };
		const now = clock.now();
		const all = limits.current(current.base.origin);
		const known = all.map((limit) => limitText(limit, now, language)).filter(Boolean);
		const low = this.#low(all, current.base.origin);
		if (!low) return { known, low: null };
		const { limit, id } = low;
		const { resetsAt } = limit;
		// The notice disappears with the period.
		if (resetsAt !== undefined) {
			const delay = Math.min(longestTimer, Math.max(0, resetsAt - now - nearEnd(limit)));
			this.#timer = clock.after(delay, () => this.#onDidChange.fire());
		}
		const left = limitText(limit, now, language);
		const text =
			limit.left === 0
				? l10n.t("A limit of {0} is used up. {1}.", current.name, left)
				: l10n.t("A limit of {0} is almost used up. {1}.", current.name, left);
		return { known, low: { id, text } };
	}

	/** Hides the notice until the limit's next period. */
	dismiss(id: string): void {
		const at = id.lastIndexOf(" ");
		this.#dismissed.set(id.slice(0, at), Number(id.slice(at + 1)));
		this.#onDidChange.fire();
	}

	dispose(): void {
		this.#timer?.dispose();
		this.#disposables.dispose();
		this.#onDidChange.dispose();
	}

	/** Returns the limit of which least is left, if that is little, and the id of the notice: the same for one period. */
	#low(all: readonly LimitReport[], origin: string): { readonly limit: LimitReport; readonly id: string } | undefined {
		const now = this.deps.clock.now();
		for (const limit of all) {
			const name = `${origin} ${limit.id}`;
			const isSmall = isAlmostUsedUp(limit);
			// Without a known end, the period lasts until there is more again.
			const isEndless = limit.resetsAt === undefined || this.#noticed.get(name) === Number.MAX_SAFE_INTEGER;
			if (!isSmall && isEndless) {
				this.#noticed.delete(name);
				this.#dismissed.delete(name);
			}
			if (!isSmall || (limit.resetsAt !== undefined && limit.resetsAt - now <= nearEnd(limit))) continue;
			if (now < (this.#dismissed.get(name) ?? 0)) continue;
			// Each answer reports a slightly different end.
			const noticed = this.#noticed.get(name) ?? 0;
			const until = now < noticed ? noticed : (limit.resetsAt ?? Number.MAX_SAFE_INTEGER);
			this.#noticed.set(name, until);
			return { limit, id: `${name} ${until}` };
		}
		return undefined;
	}
}

/** Returns the milliseconds before the end of a limit's period in which it is not noticed. An index leaves something. */
function nearEnd({ period = 0, left }: LimitReport): number {
	return left === 0 ? soon : Math.max(soon, period * lastPart);
}

function isAlmostUsedUp({ left, limit }: LimitReport): boolean {
	return left !== undefined && limit !== undefined && left / limit < smallPart;
}
