import * as l10n from "@vscode/l10n";
import { markdownLine } from "../../shared/untrusted/markdownLine";
import type { Diagnosis } from "./doctor";
import type { StepOutcome, StepRun, Trouble } from "./doctorStep";
import { elapsed } from "./reportTime";

/** The facts about the computer that the report contains; nothing about the workspace, and nothing secret. */
export interface ReportFacts {
	/** The gateway's name as configured by the user. */
	readonly gateway: string;
	/** Program versions, such as "Gatehouse 1.2.3". */
	readonly programs: readonly string[];
	/** The system, such as "linux x64". */
	readonly system: string;
}

/** Returns the name of a gateway's report. */
export function reportTitle(gateway: string): string {
	return l10n.t("Connection check: {0}", gateway);
}

/** Returns the report of a run as Markdown, to be read, saved, or sent to a help desk. */
export function doctorReport(diagnosis: Diagnosis, { gateway, programs, system }: ReportFacts): string {
	const { runs, address, at, requests, cancelled } = diagnosis;
	const parts = [
		`# ${markdownLine(reportTitle(gateway))}`,
		summary(runs, cancelled),
		table(runs),
		...runs.map(section),
		`## ${l10n.t("Where and when")}`,
		list([
			l10n.t("Gateway: {0}", markdownLine(address)),
			l10n.t("Time: {0}", new Date(at).toISOString()),
			[...programs, system].join(", "),
			requests === 1
				? l10n.t("Requests made to the gateway: one")
				: l10n.t("Requests made to the gateway: {0}", requests),
			l10n.t("This report contains no key, no password and nothing from your files."),
		]),
	];
	return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Summarizes the problems at the top, so that the cause and the fix can be read first. */
function summary(runs: readonly StepRun[], cancelled: boolean): string {
	const troubles = runs.flatMap(({ title, outcome }) =>
		outcome.type === "failed" || outcome.type === "warning"
			? [l10n.t("{0}: {1}", `**${title}**`, markdownLine(troubleLine(outcome)))]
			: [],
	);
	const ended = cancelled ? l10n.t("The check was cancelled before it finished.") : "";
	if (troubles.length === 0) return ended || l10n.t("Everything works.");
	return [ended, ...troubles].filter(Boolean).join("\n\n");
}

function table(runs: readonly StepRun[]): string {
	const head = `| ${[l10n.t("Step"), l10n.t("Result"), l10n.t("Time")].join(" | ")} |\n|---|---|---|`;
	const rows = runs.map(({ title, outcome, took }) => {
		return `| ${[title, resultWord(outcome), outcome.type === "skipped" ? "" : elapsed(took)].join(" | ")} |`;
	});
	return [head, ...rows].join("\n");
}

function section({ title, outcome }: StepRun): string {
	const heading = `## ${l10n.t("{0}: {1}", title, resultWord(outcome))}`;
	if (outcome.type === "skipped") return `${heading}\n\n${markdownLine(outcome.reason)}`;
	const said =
		outcome.type === "ok"
			? markdownLine(outcome.found)
			: list([l10n.t("Cause: {0}", markdownLine(outcome.cause)), l10n.t("Fix: {0}", markdownLine(outcome.fix))]);
	const details = list((outcome.details ?? []).map(markdownLine));
	return [heading, said, details].filter(Boolean).join("\n\n");
}

/** Joins cause and fix in one line; adds the full stop that messages of gateways often lack. */
export function troubleLine({ cause, fix }: Trouble): string {
	return `${cause}${/[.!?…”)]$/.test(cause.trimEnd()) ? "" : "."} ${fix}`;
}

/** Returns one word for the outcome of a check. */
export function resultWord(outcome: StepOutcome): string {
	switch (outcome.type) {
		case "ok":
			return l10n.t("ok");
		case "warning":
			return l10n.t("warning");
		case "failed":
			return l10n.t("failed");
		case "skipped":
			return l10n.t("not run");
	}
}

function list(items: readonly string[]): string {
	return items.map((item) => `- ${item}`).join("\n");
}
