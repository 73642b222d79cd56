import * as vscode from "vscode";
import type { Clock } from "../../core/base/ports";
import type { Connection } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { requestCounts } from "../../core/gateway/ledger/requestCounts";
import type { RequestLedger } from "../../core/gateway/ledger/requestLedger";
import { limitText } from "../../core/gateway/limits/limitText";
import type { ReportedLimits } from "../../core/gateway/limits/reportedLimits";
import { requestTable } from "../../core/gateway/request/requestTable";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { createPick, notify } from "../adapters/messages";
import type { Commands } from "../commands";
import { completionItems, type NameOfHost, requestItem } from "./requestItem";

interface RequestDeps {
	readonly commands: Commands;
	readonly clock: Pick<Clock, "now">;
	readonly gateways: {
		readonly ledger: RequestLedger;
		readonly connections: Pick<ConnectionStore, "all" | "current">;
		readonly gatewayServices: { readonly limits: ReportedLimits };
	};
}

/**
 * Registers the command that lists this window's requests since it started, with their destinations, and exports them.
 */
export function registerRequests({ commands, clock, gateways }: RequestDeps): vscode.Disposable {
	const { ledger, connections, gatewayServices } = gateways;
	return commands.register("showRequests", () => {
		const pick = createPick();
		const save = { iconPath: new vscode.ThemeIcon("save"), tooltip: inertName(vscode.l10n.t("Save as CSV…")) };
		pick.title = inertLine(vscode.l10n.t("Requests in This Window"));
		pick.buttons = [save];
		pick.matchOnDescription = true;
		pick.matchOnDetail = true;
		const show = () => {
			const now = clock.now();
			const { current } = connections;
			const [scarcest] = current ? gatewayServices.limits.current(current.base.origin) : [];
			const known = scarcest ? limitText(scarcest, now, vscode.env.language) : "";
			// The end of a long text is cut off, so there is room for the limit alone.
			pick.placeholder = inertLine(known || requestCounts(ledger, now));
			const nameOf = namesOf(connections.all());
			const requests = ledger.records.toReversed().map((record) => requestItem(record, nameOf));
			pick.items = [...completionItems(ledger.completions, nameOf), ...requests];
		};
		const listening = ledger.onDidChange(show);
		pick.onDidTriggerButton(() => {
			pick.hide();
			exportRequests(ledger).catch((error: unknown) => commands.show(error));
		});
		pick.onDidAccept(() => pick.hide());
		pick.onDidHide(() => {
			listening.dispose();
			pick.dispose();
		});
		show();
		pick.show();
	});
}

function namesOf(gateways: readonly Connection[]): NameOfHost {
	return (host) => {
		const names = new Set(gateways.filter(({ base }) => new URL(base.href).host === host).map(({ name }) => name));
		const [name = host] = names;
		return names.size === 1 ? name : host;
	};
}

async function exportRequests(ledger: RequestLedger): Promise<void> {
	const day = new Date().toISOString().slice(0, 10);
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const name = `gatehouse-requests-${day}.csv`;
	const target = await vscode.window.showSaveDialog({
		filters: { CSV: ["csv"] },
		title: vscode.l10n.t("Save Requests"),
		...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
	});
	if (!target) return;
	await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(requestTable(ledger.records)));
	void notify("info", inertLine(vscode.l10n.t("The requests were saved.")));
}
