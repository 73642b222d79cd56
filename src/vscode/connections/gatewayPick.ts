import * as vscode from "vscode";
import type { Connection } from "../../core/connections/connection";
import { inertLine, inertName, withIcon } from "../../shared/untrusted/inertText";
import { createPick, type PickRow } from "../adapters/messages";

/** A gateway as shown in the list. */
export interface GatewayRow {
	readonly connection: Connection;
	readonly current: boolean;
	/** The state of its key, in a few words. */
	readonly key: string;
	/** Whether a problem prevents its use. */
	readonly trouble: boolean;
}

/** The action that the user chose, with its gateway; `add` has none. */
type GatewayChoice =
	| { readonly type: "use" | "rename" | "setKey" | "openKeys" | "remove"; readonly connection: Connection }
	| { readonly type: "add" };

interface GatewayItem extends PickRow {
	readonly choice: GatewayChoice | undefined;
}

/** Lets the user choose a gateway, or an action for one; returns `undefined` when they cancel. */
export function pickGateway(rows: readonly GatewayRow[]): Promise<GatewayChoice | undefined> {
	const pick = createPick<GatewayItem>();
	const buttons = [
		{
			type: "rename",
			iconPath: new vscode.ThemeIcon("edit"),
			tooltip: inertName(vscode.l10n.t("Rename Gateway…")),
		},
		{ type: "setKey", iconPath: new vscode.ThemeIcon("key"), tooltip: inertName(vscode.l10n.t("Set API Key…")) },
		{
			type: "openKeys",
			iconPath: new vscode.ThemeIcon("link-external"),
			tooltip: inertName(vscode.l10n.t("Open My Keys")),
		},
		{
			type: "remove",
			iconPath: new vscode.ThemeIcon("trash"),
			tooltip: inertName(vscode.l10n.t("Remove Gateway…")),
		},
	] as const;
	pick.title = inertLine(vscode.l10n.t("Select Gateway"));
	pick.placeholder = inertLine(vscode.l10n.t("The gateway to use from now on"));
	pick.matchOnDescription = true;
	pick.matchOnDetail = true;
	pick.items = [
		...rows.map((row) => ({
			...describeGateway(row),
			buttons,
			choice: { type: "use", connection: row.connection } as const,
		})),
		{ label: inertName(""), kind: vscode.QuickPickItemKind.Separator, choice: undefined },
		{
			label: inertName(vscode.l10n.t("Connect to a Gateway…")),
			iconPath: new vscode.ThemeIcon("add"),
			choice: { type: "add" },
		},
	];
	pick.activeItems = pick.items.filter((_, index) => rows[index]?.current);

	return new Promise((resolve) => {
		const end = (choice: GatewayChoice | undefined) => {
			resolve(choice);
			pick.hide();
		};
		pick.onDidTriggerItemButton(({ item: { choice }, button }) => {
			const type = buttons.find((known) => known === button)?.type;
			if (type && choice?.type === "use") end({ type, connection: choice.connection });
		});
		pick.onDidAccept(() => end(pick.selectedItems[0]?.choice));
		pick.onDidHide(() => {
			resolve(undefined);
			pick.dispose();
		});
		pick.show();
	});
}

/** Returns a gateway's row: its name, its address and the state of its key. */
export function describeGateway({ connection, current, key, trouble }: GatewayRow): PickRow {
	const { name, base } = connection;
	return {
		label: current ? withIcon("check", inertName(name)) : inertName(name),
		description: inertLine([current ? vscode.l10n.t("current") : "", base.href].filter(Boolean).join(" · ")),
		detail: trouble ? withIcon("warning", inertLine(key)) : inertLine(key),
	};
}
