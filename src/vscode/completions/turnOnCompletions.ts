import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { Clock } from "../../core/base/ports";
import { completionChoice, modeFor, withChoice } from "../../core/completions/completionChoice";
import type { CompletionMode } from "../../core/completions/completionRate";
import { type CompletionVerdict, completionVerdict, suggestedMode } from "../../core/completions/completionVerdict";
import { measureCompletions } from "../../core/completions/measureCompletions";
import type { Connection } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ModelCatalog } from "../../core/connections/models/modelCatalog";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import { chatModels } from "../../core/connections/models/modelLists";
import type { CapabilityStore } from "../../core/gateway/capabilities/capabilityStore";
import { proveFillIn } from "../../core/gateway/fillIn/fillInLadder";
import type { LimitReport } from "../../core/gateway/limits/limitHeaders";
import { limitText } from "../../core/gateway/limits/limitText";
import type { ReportedLimits } from "../../core/gateway/limits/reportedLimits";
import { numberText } from "../../shared/text/numberText";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { type PickRow, pickOne } from "../adapters/messages";
import { pickModel } from "../connections/models/modelPick";
import { showProgress } from "../progress";
import type { CompletionSetting } from "./completionSetting";

/** The services for turning completions on. */
export interface TurnOnDeps {
	readonly connections: ConnectionStore;
	readonly catalog: ModelCatalog;
	readonly capabilities: CapabilityStore;
	readonly models: Pick<ModelChoice, "current">;
	readonly limits: ReportedLimits;
	readonly setting: Pick<CompletionSetting, "read" | "write">;
	readonly clock: Clock;
	readonly random: () => number;
	onError(error: unknown): void;
}

/** Lets the user choose the model that completes code, measures its speed, and asks when code should be completed. */
export async function turnOnCompletions(deps: TurnOnDeps): Promise<void> {
	const { connections, catalog, capabilities, setting, onError } = deps;
	const connection = connections.required();
	const title = vscode.l10n.t("Turn On Completions: {0}", connection.name);
	const known = completionChoice(setting.read(), connection.name);
	const model = await pickModel({
		...{ connection, catalog, capabilities, title, onError },
		placeholder: vscode.l10n.t("The model that completes code; it is measured with a few short requests"),
		current: known?.model,
		suggested: deps.models.current(connection),
		offered: chatModels,
	});
	if (!model) return;
	const measured = await measure(deps, connection, model);
	if (!measured) return;
	const editor = vscode.window.activeTextEditor;
	const languageId = editor?.document.languageId;
	const before = known && languageId !== undefined ? modeFor(known, languageId) : undefined;
	const mode = await askMode(deps, title, measured, before);
	if (!mode) return;
	const scope = languageId === undefined ? "all" : await askLanguages(title, languageId);
	if (!scope) return;
	const only = scope === "all" ? undefined : languageId;
	await setting.write(withChoice(setting.read(), connection.name, { model, mode }, only));
}

/** The results of measuring a model. */
interface MeasuredModel {
	readonly verdict: CompletionVerdict;
	/** The request limit with the smallest share left, if the gateway reports limits. */
	readonly least: LimitReport | undefined;
}

/** Finds the best way to ask a model, and how long its answers take; `undefined` when the user cancels. */
async function measure(deps: TurnOnDeps, connection: Connection, model: string): Promise<MeasuredModel | undefined> {
	const { connections, capabilities, limits, clock, random } = deps;
	const { href, origin } = connection.base;
	const gateway = connections.open(connection, 0);
	const can = () => capabilities.get(href, model);
	const title = inertLine(vscode.l10n.t("Measuring the speed of {0}…", model));
	return showProgress(title, async (signal, _, report) => {
		try {
			const ports = {
				...{ gateway, clock, random, can },
				record: (learned: ReturnType<typeof can>) => capabilities.record(href, model, learned),
			};
			const { way } = await proveFillIn(model, ports, signal);
			if (!way)
				throw new UserError(vscode.l10n.t("{0} did not complete a test line correctly.", model), ["selectModel"]);
			const request = { model, way, acceptsTemperature: can().temperature === true };
			const times = await measureCompletions(gateway, request, clock, signal, (count) =>
				report(inertLine(vscode.l10n.t("Try {0} of 3", count))),
			);
			const current = limits.current(origin);
			const least = current.find(({ unit }) => unit === "requests");
			return { verdict: completionVerdict(times, current, clock.now()), least };
		} catch (error) {
			if (signal.aborted) return undefined;
			throw error;
		}
	});
}

/** Asks when code is completed; the mode that the verdict suggests comes first. */
async function askMode(
	{ clock }: TurnOnDeps,
	title: string,
	{ verdict, least }: MeasuredModel,
	current: CompletionMode | undefined,
): Promise<CompletionMode | undefined> {
	const suggested = suggestedMode(verdict);
	const rows = {
		typing: [vscode.l10n.t("While Typing"), vscode.l10n.t("Suggestions appear when you pause")],
		demand: [
			vscode.l10n.t("On Demand"),
			vscode.l10n.t("Suggestions appear when you press the key for “Trigger Inline Suggestion”"),
		],
		off: [vscode.l10n.t("Off"), vscode.l10n.t("No requests are made")],
	} as const satisfies Readonly<Record<CompletionMode, readonly [string, string]>>;
	const order = [suggested, ...(["typing", "demand", "off"] as const).filter((mode) => mode !== suggested)];
	const items = order.map((mode): PickRow & { readonly mode: CompletionMode } => {
		const [label, detail] = rows[mode];
		const marks = [
			mode === suggested && vscode.l10n.t("recommended"),
			mode === current && vscode.l10n.t("current"),
		].filter((mark) => mark !== false);
		return { label: inertName(label), detail: inertLine(detail), description: inertLine(marks.join(" · ")), mode };
	});
	const chosen = await pickOne(items, {
		title: inertLine(title),
		placeHolder: inertLine(verdictText(verdict, least, clock.now())),
	});
	return chosen?.mode;
}

/** Returns what a verdict means, and how many requests are left if the gateway reports that. */
function verdictText(verdict: CompletionVerdict, least: LimitReport | undefined, now: number): string {
	const left = least ? limitText(least, now, vscode.env.language) : "";
	const text = meaningOf(verdict, now);
	return left === "" || text.endsWith(left) ? text : `${text} ${left}`;
}

function meaningOf({ type, milliseconds, limit }: CompletionVerdict, now: number): string {
	const seconds = numberText(Math.max(100, milliseconds) / 1000, undefined, { maximumFractionDigits: 1 });
	if (type === "typing") return vscode.l10n.t("A line takes {0} s: fast enough while you type.", seconds);
	if (type === "slow") return vscode.l10n.t("A line takes {0} s: too slow for completions.", seconds);
	if (!limit) return vscode.l10n.t("A line takes {0} s: fast enough on demand, too slow while you type.", seconds);
	const text = limitText(limit, now, vscode.env.language);
	return vscode.l10n.t("A line takes {0} s, but the gateway limits requests: on demand only. {1}", seconds, text);
}

async function askLanguages(title: string, languageId: string): Promise<"all" | "one" | undefined> {
	const all = { label: inertName(vscode.l10n.t("In All Languages")), scope: "all" as const };
	const one = { label: inertName(vscode.l10n.t("Only in {0} Files", languageId)), scope: "one" as const };
	const chosen = await pickOne<PickRow & { readonly scope: "all" | "one" }>([all, one], {
		title: inertLine(title),
		placeHolder: inertLine(vscode.l10n.t("Where does this apply?")),
	});
	return chosen?.scope;
}
