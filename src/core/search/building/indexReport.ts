import * as l10n from "@vscode/l10n";
import { numberText } from "../../../shared/text/numberText";
import { markdownLine } from "../../../shared/untrusted/markdownLine";
import { messageOf } from "../../base/errors";
import { firstSentence } from "../../base/firstSentence";
import type { BuildState } from "../model/buildState";
import type { LeftOutReason } from "../model/indexableFile";
import type { IndexFacts, LeftOutFile } from "../model/indexCatalogue";
import { progressText } from "./buildTexts";

/** The information that the index view shows in addition to the index's facts. */
export interface ReportContext {
	readonly gatewayName: string;
	readonly state: BuildState;
	/** VS Code's display language, for numbers and times. */
	readonly language: string;
	/** Virtual folders that VS Code cannot list. */
	readonly unlisted: readonly string[];
	/** Folders that are currently unavailable, such as on a drive that is not mounted. */
	readonly away: readonly string[];
}

/** A line of the index view. */
export interface IndexLine {
	readonly about: "state" | "failed" | "waiting" | "model" | "refused" | "away" | "unlisted" | "leftOut";
	readonly label: string;
	/** Text beside the label. */
	readonly note?: string;
	readonly detail: string;
}

/** Returns the lines of the index view. */
export function indexLines(facts: IndexFacts, context: ReportContext): readonly IndexLine[] {
	const { count, megabytes, changed } = formats(context.language);
	const { files, chunks, missing, contents, dimension, refused, leftOut } = facts;
	const inChunks = l10n.t("Files: {0} · Chunks: {1}", count(files), count(chunks));
	const { type } = context.state;
	// During a build, these facts would soon be outdated.
	const isShown = missing > 0 && type !== "running";
	const embedded = isShown && l10n.t("Embedded: {0} of {1}", count(contents - missing), count(contents));
	const state: IndexLine = {
		about: "state",
		label: stateLabel(context.state, facts),
		note: l10n.t("last change: {0}", changed(facts.changedAt)),
		detail: [inChunks, embedded].filter(Boolean).join(" · "),
	};
	const model: IndexLine = {
		about: "model",
		label: l10n.t("{0} on {1}", facts.model, context.gatewayName),
		detail: [
			dimension > 0 && l10n.t("{0} dimensions", count(dimension)),
			l10n.t("{0} on disk", megabytes(facts.bytesOnDisk)),
			facts.bytesInMemory > 0 && l10n.t("{0} of vectors in memory", megabytes(facts.bytesInMemory)),
		]
			.filter(Boolean)
			.join(" · "),
	};
	const lines = [state, model];
	const trouble = troubleIn(context.state);
	if (trouble) {
		const { first, rest } = firstSentence(messageOf(trouble));
		lines.splice(1, 0, { about: type === "failed" ? "failed" : "waiting", label: first, detail: rest });
	}
	if (refused) {
		const label = l10n.t("Files that the gateway refused in part: {0}", count(refused.paths.length));
		lines.push({ about: "refused", label, detail: refused.cause });
	}
	if (context.away.length > 0) {
		const label = l10n.t("Unavailable folders: {0}", context.away.join(", "));
		lines.push({ about: "away", label, detail: l10n.t("Their part of the index is kept until they are back.") });
	}
	if (context.unlisted.length > 0) {
		const label = l10n.t("Virtual folders whose files VS Code does not list: {0}", context.unlisted.join(", "));
		lines.push({ about: "unlisted", label, detail: l10n.t("Open a copy on this computer to search it by meaning.") });
	}
	if (leftOut.length > 0) {
		const reasons = byReason(leftOut).map(([reason, of]) => `${reasonText(reason)} (${count(of.length)})`);
		const label = l10n.t("Files left out: {0}", count(leftOut.length));
		lines.push({ about: "leftOut", label, detail: reasons.join(" · ") });
	}
	return lines;
}

/** Returns the full report with the names of files, in Markdown. */
export function indexReport(facts: IndexFacts, context: ReportContext): string {
	const { count, megabytes, changed } = formats(context.language);
	const embedded = facts.contents - facts.missing;
	const rows = [
		[l10n.t("State"), stateText(context.state, facts, context.language)],
		[l10n.t("Embedding model"), l10n.t("{0} on {1}", facts.model, context.gatewayName)],
		[l10n.t("Files"), count(facts.files)],
		[l10n.t("Chunks"), count(facts.chunks)],
		[l10n.t("Distinct chunks embedded"), l10n.t("{0} of {1}", count(embedded), count(facts.contents))],
		[l10n.t("Dimensions"), facts.dimension === 0 ? l10n.t("not known yet") : count(facts.dimension)],
		[l10n.t("On disk"), megabytes(facts.bytesOnDisk)],
		[l10n.t("Vectors in memory"), megabytes(facts.bytesInMemory)],
		[l10n.t("Last change"), changed(facts.changedAt)],
	];
	const parts = [
		`# ${l10n.t("Index of This Workspace")}`,
		rows.map(([name = "", value = ""]) => `- ${l10n.t("{0}: {1}", name, markdownLine(value))}`).join("\n"),
	];
	if (facts.refused) {
		parts.push(`## ${l10n.t("Refused by the Gateway")}`, markdownLine(facts.refused.cause), list(facts.refused.paths));
	}
	if (context.away.length > 0) {
		parts.push(`## ${l10n.t("Unavailable Folders")}`, list(context.away));
	}
	if (context.unlisted.length > 0) {
		parts.push(`## ${l10n.t("Virtual Folders Whose Files VS Code Does Not List")}`, list(context.unlisted));
	}
	if (facts.leftOut.length > 0) {
		parts.push(`## ${l10n.t("Left Out")}`);
		for (const [reason, files] of byReason(facts.leftOut)) {
			parts.push(`### ${reasonText(reason)} (${count(files.length)})`, list(files.map(({ path }) => path)));
		}
	}
	return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function formats(language: string) {
	const size = (value: number) => numberText(value, language, { maximumFractionDigits: 1 });
	const when = new Intl.DateTimeFormat(language || "en", { dateStyle: "medium", timeStyle: "short" });
	return {
		count: (value: number) => numberText(value, language),
		megabytes: (bytes: number) => l10n.t("{0} MB", size(bytes / 1024 / 1024)),
		changed: (at: number) => (at === 0 ? l10n.t("never") : when.format(at)),
	};
}

/** Describes the state of the index in one line. */
function stateText(state: BuildState, facts: IndexFacts, language: string): string {
	if (state.type === "running") return progressText(state.progress, language);
	return state.type === "failed" ? messageOf(state.error) : stateLabel(state, facts);
}

/** Describes the state for places where the progress and the problem are shown elsewhere. */
function stateLabel({ type }: BuildState, { missing, refused }: IndexFacts): string {
	if (type === "running") return l10n.t("Being built");
	if (type === "failed") return l10n.t("Incomplete");
	if (type === "paused") return l10n.t("Paused");
	if (missing === 0) return l10n.t("Complete");
	if (missing === refused?.contents) return l10n.t("Complete, except for what the gateway refused");
	return type === "elsewhere" ? l10n.t("Incomplete: another window is building it") : l10n.t("Incomplete");
}

/** Returns what holds up a build: the error it failed with, or the reason why the gateway makes it wait. */
function troubleIn(state: BuildState): unknown {
	if (state.type === "failed") return state.error;
	return state.type === "running" ? state.progress.wait?.cause : undefined;
}

function byReason(files: readonly LeftOutFile[]): readonly (readonly [LeftOutReason, readonly LeftOutFile[]])[] {
	const reasons = [...new Set(files.map(({ reason }) => reason))];
	return reasons.map((reason) => [reason, files.filter((file) => file.reason === reason)]);
}

function reasonText(reason: LeftOutReason): string {
	switch (reason) {
		case "binary":
			return l10n.t("Binary");
		case "encoding":
			return l10n.t("In another encoding (see files.encoding)");
		case "tooLarge":
			return l10n.t("Too large");
		case "generated":
			return l10n.t("Generated");
		case "secret":
			return l10n.t("Usually contains secrets");
		case "link":
			return l10n.t("Behind symbolic links");
		case "unreadable":
			return l10n.t("Cannot be read");
	}
}

/** Maximum number of names in a list. */
const mostNames = 200;

function list(paths: readonly string[]): string {
	const shown = paths.slice(0, mostNames).map((path) => `- \`${markdownLine(path).replaceAll("`", "'")}\``);
	return [...shown, ...(paths.length > mostNames ? ["- …"] : [])].join("\n");
}
