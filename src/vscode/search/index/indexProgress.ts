import * as vscode from "vscode";
import { Disposables } from "../../../core/base/disposables";
import { messageOf } from "../../../core/base/errors";
import { pausableText, percentDone, progressText, shortProgressText } from "../../../core/search/building/buildTexts";
import type { IndexBuilder } from "../../../core/search/building/indexBuilder";
import type { BuildState } from "../../../core/search/model/buildState";
import { inertLine, inertMessage, inertName, withIcon } from "../../../shared/untrusted/inertText";
import { createStatusEntry, type StatusEntry } from "../../adapters/messages";
import { commandIds } from "../../commands";
import { showProgress } from "../../progress";

/** Shows the state of the build: in the status bar and, if the user started it, in a notification. */
export function showIndexProgress(builder: IndexBuilder): vscode.Disposable {
	const disposables = new Disposables();
	const status = disposables.add(createStatusEntry("gatehouse.index", 89));
	status.name = inertName(vscode.l10n.t("Gatehouse Index"));
	let shown: Notification | undefined;
	const show = () => {
		const { state } = builder;
		showStatus(status, state);
		if (state.type === "running" && state.asked) {
			shown ??= openNotification(builder);
			shown.report(state);
		} else {
			shown?.close();
			shown = undefined;
		}
	};
	disposables.add(builder.onDidChange(show));
	disposables.add({ dispose: () => shown?.close() });
	show();
	return disposables;
}

function showStatus(status: StatusEntry, state: BuildState): void {
	const { language } = vscode.env;
	status.backgroundColor = undefined;
	switch (state.type) {
		case "running":
			status.text = withIcon("sync~spin", inertName(shortProgressText(state.progress)));
			status.tooltip = inertMessage(pausableText(state.progress, language));
			status.command = commandIds.pauseIndex;
			break;
		case "paused":
			status.text = withIcon("debug-pause", inertName(vscode.l10n.t("Index Paused")));
			status.tooltip = inertMessage(vscode.l10n.t("Building the index is paused. Click to resume."));
			status.command = commandIds.pauseIndex;
			break;
		case "failed":
			status.text = withIcon("warning", inertName(vscode.l10n.t("Index")));
			status.tooltip = inertMessage(vscode.l10n.t("The index is not complete. {0}", messageOf(state.error)));
			status.backgroundColor = new vscode.ThemeColor("statusBarItem.warningBackground");
			status.command = commandIds.showIndex;
			break;
		default:
			status.hide();
			return;
	}
	status.accessibilityInformation = { label: status.tooltip, role: "button" };
	status.show();
}

interface Notification {
	report(state: BuildState & { readonly type: "running" }): void;
	close(): void;
}

/** Opens a notification whose Cancel button pauses the build. */
function openNotification(builder: IndexBuilder): Notification {
	let showState: Notification["report"] = () => {};
	let close = () => {};
	const closed = new Promise<void>((resolve) => {
		close = resolve;
	});
	const title = inertLine(vscode.l10n.t("Building the index (Cancel pauses it)"));
	void showProgress(title, (signal, onWait, report) => {
		signal.addEventListener("abort", () => void builder.pause(), { once: true });
		let waits = false;
		showState = ({ progress }) => {
			if (progress.wait || waits) onWait(progress.wait);
			waits = progress.wait !== undefined;
			const percent = progress.phase === "embedding" ? percentDone(progress) : undefined;
			if (!waits) report(inertLine(progressText(progress, vscode.env.language)), percent);
		};
		const { state } = builder;
		if (state.type === "running") showState(state);
		return closed;
	});
	return { report: (state) => showState(state), close };
}
