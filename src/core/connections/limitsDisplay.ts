import * as l10n from "@vscode/l10n";
import type { LimitsView } from "../../shared/chatProtocol";
import type { Disposable } from "../../shared/disposable";
import { Disposables } from "../base/disposables";
import { Emitter } from "../base/event";
import type { Clock } from "../base/ports";
import { limitText, soonText } from "../gateway/limits/limitText";
import type { ReportedLimits } from "../gateway/limits/reportedLimits";
import type { ConnectionStore } from "./connectionStore";
import { type LimitNotice, LimitNotices } from "./limitNotices";

/** Time before a limit's renewal in which the notice counts down, and the step of the countdown, in milliseconds. */
const inSeconds = 120_000;
const step = 5_000;
/** Maximum duration of a timer, in milliseconds: the computer may be suspended meanwhile. */
const longestTimer = 60_000;

interface LimitsDisplayDeps {
	readonly limits: Pick<ReportedLimits, "current" | "onDidChange">;
	readonly connections: Pick<ConnectionStore, "current" | "onDidChange">;
	readonly clock: Clock;
	/** VS Code's display language. */
	readonly language: string;
}

/** The limits of the gateway in use, as the panel shows them, with the notice of one that is almost used up. */
export class LimitsDisplay implements Disposable {
	readonly #disposables = new Disposables();
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange = this.#onDidChange.event;
	readonly #notices = new LimitNotices();
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

	/** The limits as they are now. To be read only for display, because reading it marks its notice as shown. */
	get view(): LimitsView {
		const { connections, limits, clock, language } = this.deps;
		const { current } = connections;
		this.#timer?.dispose();
		this.#timer = undefined;
		if (!current) return { known: [], low: null };
		const now = clock.now();
		const all = limits.current(current.base.origin);
		const known = all.map((limit) => limitText(limit, now, language)).filter(Boolean);
		const notice = this.#notices.next(all, current.base.origin, now);
		if (!notice) return { known, low: null };
		this.#showUntil(notice, now);
		const text = this.#text(notice, current.name, now);
		return { known, low: { id: notice.id, text } };
	}

	/** Hides the notice until it is due again. */
	dismiss(id: string): void {
		this.#notices.dismiss(id);
		this.#onDidChange.fire();
	}

	dispose(): void {
		this.#timer?.dispose();
		this.#disposables.dispose();
		this.#onDidChange.dispose();
	}

	#text({ limit }: LimitNotice, gateway: string, now: number): string {
		const { language } = this.deps;
		const { resetsAt } = limit;
		const left =
			resetsAt !== undefined && resetsAt - now <= inSeconds
				? soonText(limit, Math.max(step, Math.ceil((resetsAt - now) / step) * step), language)
				: limitText(limit, now, language);
		return limit.left === 0
			? l10n.t("A limit of {0} is used up. {1}.", gateway, left)
			: l10n.t("A limit of {0} is almost used up. {1}.", gateway, left);
	}

	/** Fires a change when the notice's text changes or the notice disappears, even if no answer arrives. */
	#showUntil({ ends }: LimitNotice, now: number): void {
		if (ends === undefined) return;
		const rest = ends - now;
		const delay = rest <= inSeconds ? rest % step || step : Math.min(longestTimer, rest - inSeconds);
		this.#timer = this.deps.clock.after(delay, () => this.#onDidChange.fire());
	}
}
