import * as l10n from "@vscode/l10n";
import { messageOf } from "../base/errors";
import { progressText } from "./buildTexts";
import type { LeftOutReason } from "./indexableFile";
import type { BuildState } from "./indexBuilder";
import type { IndexFacts } from "./indexStore";

/** What the index's view tells beside its facts. */
export interface ReportContext {
	readonly gatewayName: string;
	readonly state: BuildState;
	/** Of VS Code, for numbers and times. */
	readonly language: string;
	/** Files of which the gateway refused a part in the last build, and why. */
	readonly refused: readonly string[];
	readonly refusal: string | undefined;
}

/** The index's view, in Markdown. */
export function indexReport(facts: IndexFacts, context: ReportContext): string {
	const { language } = context;
	const number = new Intl.NumberFormat(language || "en");
	const count = (value: number) => number.format(value);
	const megabytes = (bytes: number) =>
		l10n.t("{0} MB", new Intl.NumberFormat(language || "en", { maximumFractionDigits: 1 }).format(bytes / 1024 / 1024));
	const when = new Intl.DateTimeFormat(language || "en", { dateStyle: "medium", timeStyle: "short" });
	const embedded = facts.contents - facts.missing;
	const rows = [
		[l10n.t("State"), stateText(context.state, facts, language)],
		[l10n.t("Embedding model"), l10n.t("{0} on {1}", facts.model, context.gatewayName)],
		[l10n.t("Files"), count(facts.files)],
		[l10n.t("Chunks"), count(facts.chunks)],
		[l10n.t("Embedded"), l10n.t("{0} of {1} different contents", count(embedded), count(facts.contents))],
		[l10n.t("Numbers in a vector"), facts.dimension === 0 ? l10n.t("not known yet") : count(facts.dimension)],
		[l10n.t("On disk"), megabytes(facts.bytesOnDisk)],
		[l10n.t("Vectors in memory"), megabytes(facts.bytesInMemory)],
		[l10n.t("Last change"), facts.changedAt === 0 ? l10n.t("never") : when.format(facts.changedAt)],
	];
	const parts = [
		`# ${l10n.t("The Index of This Workspace")}`,
		rows.map(([name = "", value = ""]) => `- ${l10n.t("{0}: {1}", name, value)}`).join("\n"),
	];
	if (context.refused.length > 0) {
		parts.push(`## ${l10n.t("Refused by the Gateway")}`, context.refusal ?? "", list(context.refused));
	}
	if (facts.leftOut.length > 0) {
		parts.push(`## ${l10n.t("Left Out")}`);
		for (const reason of new Set(facts.leftOut.map(({ reason }) => reason))) {
			const files = facts.leftOut.filter((file) => file.reason === reason);
			parts.push(`### ${reasonText(reason)} (${count(files.length)})`, list(files.map(({ path }) => path)));
		}
	}
	return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** How the index stands, in one line. */
function stateText(state: BuildState, { missing }: IndexFacts, language: string): string {
	if (state.type === "running") return progressText(state.progress, language);
	if (state.type === "failed") return messageOf(state.error);
	if (missing === 0) return l10n.t("Complete");
	return state.type === "paused"
		? l10n.t("Paused: Build the Index goes on")
		: l10n.t("Incomplete: Build the Index goes on");
}

function reasonText(reason: LeftOutReason): string {
	switch (reason) {
		case "binary":
			return l10n.t("Binary");
		case "tooLarge":
			return l10n.t("Too large");
		case "generated":
			return l10n.t("Generated");
		case "secret":
			return l10n.t("Usually holds secrets");
		case "link":
			return l10n.t("Behind links");
		case "unreadable":
			return l10n.t("Cannot be read");
	}
}

/** More names are no help to anybody. */
const mostNames = 200;

function list(paths: readonly string[]): string {
	const shown = paths.slice(0, mostNames).map((path) => `- \`${path.replaceAll("`", "'")}\``);
	return [...shown, ...(paths.length > mostNames ? ["- …"] : [])].join("\n");
}
