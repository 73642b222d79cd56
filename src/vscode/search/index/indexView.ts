import * as vscode from "vscode";
import { loggedError } from "../../../core/gateway/errors/loggedError";
import { progressTitle } from "../../../core/search/building/buildTexts";
import { type IndexLine, indexLines } from "../../../core/search/building/indexReport";
import type { BuildState } from "../../../core/search/model/buildState";
import type { IndexFacts } from "../../../core/search/model/indexCatalogue";
import { searchRemedies } from "../../../core/search/query/searchRemedies";
import { actionLabel } from "../../../shared/actionLabel";
import type { CommandAction } from "../../../shared/conversation";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { createPick, type PickRow } from "../../adapters/messages";
import type { WorkspaceSearch } from "./workspaceSearch";

/** The user's choice: an action on the index, or a remedy for a failed build. */
export type IndexChoice = "report" | "build" | "pause" | "model" | "delete" | { readonly action: CommandAction };

interface IndexItem extends PickRow {
	readonly choice?: IndexChoice;
}

/**
 * Shows the state of the index, updated while it is open, and the available actions; returns `undefined` when the user
 * cancels.
 *
 * @param free whether there is another model to choose.
 */
export function viewIndex(
	search: Pick<WorkspaceSearch, "builder" | "context" | "facts" | "log">,
	facts: IndexFacts,
	free: boolean,
): Promise<IndexChoice | undefined> {
	const { builder } = search;
	const pick = createPick<IndexItem>();
	pick.placeholder = inertLine(vscode.l10n.t("The state of the index, and what you can do with it"));
	pick.matchOnDetail = true;
	let shown = facts;
	let drawn = builder.state;

	const draw = () => {
		const { state } = builder;
		const active = pick.activeItems[0]?.label;
		const lines = indexLines(shown, { ...search.context, state });
		const items: readonly IndexItem[] = [
			...lines.map((line) => ({ ...itemOf(line, state.type), choice: "report" as const })),
			{ label: inertName(""), kind: vscode.QuickPickItemKind.Separator },
			...actions(state, shown, free),
		];
		// Setting the items again would make a screen reader read the list aloud, although nothing has changed.
		if (JSON.stringify(items) === JSON.stringify(pick.items)) return;
		pick.items = items;
		const again = pick.items.filter(({ label }) => label === active);
		if (again.length > 0) pick.activeItems = again;
	};
	const redraw = async () => {
		const { state } = builder;
		const title = vscode.l10n.t("Index of This Workspace");
		// The progress is in the title: a screen reader would read the list aloud each time a batch updates it.
		pick.title = inertLine(state.type === "running" ? progressTitle(state.progress, vscode.env.language) : title);
		const before = drawn;
		// Set before the facts arrive: the run may end in the meantime, and its end must be drawn too.
		drawn = state;
		// Even a run without any notification in between may have changed the facts.
		if (state.type === "running" && before.type === "running" && whyWaits(state) === whyWaits(before)) return;
		shown = (await search.facts()) ?? shown;
		draw();
	};
	const follow = () => {
		redraw().catch((error: unknown) => search.log.warn(`The state of the index is not shown: ${loggedError(error)}`));
	};
	const listening = builder.onDidChange(follow);

	return new Promise((resolve) => {
		pick.onDidAccept(() => {
			resolve(pick.selectedItems[0]?.choice);
			// VS Code closes the quick pick with a delay: disabled, it does not show a key that is pasted meanwhile.
			pick.enabled = false;
			pick.hide();
		});
		pick.onDidHide(() => {
			resolve(undefined);
			listening.dispose();
			pick.dispose();
		});
		draw();
		follow();
		pick.show();
	});
}

type Running = Extract<BuildState, { readonly type: "running" }>;

/** Returns why the gateway makes the build wait; `undefined` while it does not. */
const whyWaits = ({ progress }: Running) => progress.wait?.cause.message;

const icons = {
	failed: "error",
	waiting: "watch",
	model: "symbol-numeric",
	refused: "error",
	away: "debug-disconnect",
	unlisted: "folder",
	leftOut: "exclude",
} as const;
const stateIcons = {
	running: "sync~spin",
	failed: "warning",
	paused: "debug-pause",
	elsewhere: "sync",
	idle: "database",
	asking: "database",
} as const;

function itemOf({ about, label, note = "", detail }: IndexLine, type: BuildState["type"]): IndexItem {
	return { ...row(about === "state" ? stateIcons[type] : icons[about], label, detail), description: inertLine(note) };
}

function actions(state: BuildState, facts: IndexFacts, free: boolean): readonly IndexItem[] {
	return [
		...buildAction(state, facts),
		...(state.type === "failed" ? remedies(state.error) : []),
		...(free ? [{ ...row("arrow-swap", vscode.l10n.t("Another Embedding Model…")), choice: "model" } as const] : []),
		{ ...row("output", vscode.l10n.t("Open Report")), choice: "report" },
		{ ...row("trash", vscode.l10n.t("Delete Index…")), choice: "delete" },
	];
}

/** Returns the available build actions; only Pause while another window builds. */
function buildAction({ type }: BuildState, { missing, refused }: IndexFacts): readonly IndexItem[] {
	const isBuiltElsewhere = type === "elsewhere" && missing > (refused?.contents ?? 0);
	if (type === "running" || isBuiltElsewhere)
		return [{ ...row("debug-pause", vscode.l10n.t("Pause")), choice: "pause" }];
	if (type === "elsewhere") return [];
	if (type === "paused") return [{ ...row("debug-continue", vscode.l10n.t("Resume")), choice: "build" }];
	return missing > 0 || type === "failed"
		? [{ ...row("debug-continue", vscode.l10n.t("Build What Is Missing")), choice: "build" }]
		: [{ ...row("refresh", vscode.l10n.t("Look for Changes")), choice: "build" }];
}

/** Returns the remedies for a failure, apart from building again. */
function remedies(error: unknown): readonly IndexItem[] {
	const actions = searchRemedies(error).filter((action) => action !== "buildIndex");
	return actions.map((action) => ({ ...row("arrow-right", actionLabel(action)), choice: { action } }));
}

function row(icon: string, label: string, detail = ""): IndexItem {
	return { label: inertLine(label), detail: inertLine(detail), iconPath: new vscode.ThemeIcon(icon) };
}
