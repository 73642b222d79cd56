import * as vscode from "vscode";
import type { Clock } from "../../core/base/ports";
import type { Connection } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { keyStateText, needsAttention } from "../../core/connections/keyState";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelCatalog } from "../../core/connections/models/modelCatalog";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import type { EffortStore } from "../../core/gateway/capabilities/effortStore";
import { inertLine, inertMessage, inertName } from "../../shared/untrusted/inertText";
import { askInDialog, askText, pickOne } from "../adapters/messages";
import { showProgress } from "../progress";
import { confirmAddress } from "./confirmAddress";
import { describeGateway, type GatewayRow, pickGateway } from "./gatewayPick";
import type { KeyActions } from "./keyActions";

interface GatewayActionDeps {
	readonly connections: ConnectionStore;
	readonly keys: KeyStore;
	readonly catalog: ModelCatalog;
	readonly models: ModelChoice;
	readonly efforts: EffortStore;
	readonly clock: Clock;
	readonly keyActions: KeyActions;
	connect(): Promise<void>;
}

/** The actions for known gateways. */
export class GatewayActions {
	constructor(private readonly deps: GatewayActionDeps) {}

	/** Lets the user switch to another gateway, or manage one in the list. */
	async choose(): Promise<void> {
		const { connections, keyActions, connect } = this.deps;
		connections.required();
		connections.recheck();
		const choice = await pickGateway(await this.#rows());
		switch (choice?.type) {
			case "use":
				return this.use(choice.connection);
			case "rename":
				return this.rename(choice.connection);
			case "setKey":
				return keyActions.set(choice.connection);
			case "openKeys":
				return keyActions.openPage(choice.connection);
			case "remove":
				return this.remove(choice.connection);
			case "add":
				return connect();
		}
	}

	/** Asks for a gateway's new name; without one, it is named after its host again. */
	async rename(connection: Connection): Promise<void> {
		const host = new URL(connection.base.href).host;
		const name = await askText({
			title: inertLine(vscode.l10n.t("Rename Gateway")),
			prompt: inertLine(vscode.l10n.t("Leave it empty to use its host, {0}.", host)),
			value: connection.name,
		});
		if (name !== undefined) await this.deps.connections.rename(connection, name.trim() || host);
	}

	/**
	 * Switches to a gateway, with the model that was chosen there, otherwise with its first.
	 *
	 * @throws GatewayError, UserError when its models cannot be listed; the gateway is used nevertheless.
	 */
	async use(connection: Connection): Promise<void> {
		const { connections, catalog, models } = this.deps;
		await connections.select(connection);
		if (!(await confirmAddress(connection, connections))) return;
		const title = inertLine(vscode.l10n.t("Asking {0} for its models…", connection.name));
		if (!catalog.cached(connection))
			await showProgress(title, (signal, onWait) => catalog.refresh(connection, signal, onWait));
		// The user may have switched to another gateway in the meantime.
		if (connections.current?.base.href === connection.base.href) await models.settle(connection);
	}

	/** Lets the user choose the gateway to remove, if there are several. */
	async chooseAndRemove(): Promise<void> {
		const only = this.deps.connections.required();
		const rows = await this.#rows();
		if (rows.length === 1) return this.remove(only);
		const items = rows.map((row) => ({ ...describeGateway(row), connection: row.connection }));
		const title = inertLine(vscode.l10n.t("Remove Gateway"));
		const placeHolder = inertLine(vscode.l10n.t("The gateway to remove"));
		const chosen = await pickOne(items, { title, placeHolder, matchOnDescription: true });
		if (chosen) await this.remove(chosen.connection);
	}

	/** Removes a gateway, after the user has confirmed it and decided whether its key is deleted too. */
	async remove(connection: Connection): Promise<void> {
		const { connections, keys, catalog, models, efforts } = this.deps;
		const sharers = connections.sharersOf(connection);
		const hasKey = keys.facts(connection.base.origin) !== undefined;
		const remove = inertName(vscode.l10n.t("Remove"));
		const removeAll = inertName(vscode.l10n.t("Remove with Its Key"));
		const detail = [
			connection.base.href,
			hasKey && sharers.length > 0 ? vscode.l10n.t("Its key is kept: {0} uses it too.", sharers.join(", ")) : "",
			vscode.l10n.t("Conversations are kept."),
		];
		const chosen = await askInDialog(
			inertLine(vscode.l10n.t("Remove the gateway {0}?", connection.name)),
			inertMessage(detail.filter(Boolean).join("\n")),
			...(hasKey && sharers.length === 0 ? [removeAll, remove] : [remove]),
		);
		if (!chosen) return;
		await connections.remove(connection, chosen === removeAll);
		await catalog.forget(connection);
		await efforts.forget(connection.base.href);
		await models.forget(connection);
		const { current } = connections;
		if (current) await models.settle(current);
	}

	/** Returns the rows of all gateways. Reads each key, which detects a key that has disappeared. */
	async #rows(): Promise<GatewayRow[]> {
		const { connections, keys, clock } = this.deps;
		const all = connections.all();
		const { current } = connections;
		await Promise.all(all.map(({ base }) => keys.get(base.origin)));
		return all.map((connection) => {
			const state = keys.stateOf(connection.base.origin, clock.now());
			const unconfirmed = connections.addresses.question(connection) !== undefined;
			return {
				connection,
				current: connection.base.href === current?.base.href && connection.name === current.name,
				key: unconfirmed ? vscode.l10n.t("the address is not confirmed") : keyStateText(state),
				trouble: unconfirmed || needsAttention(state),
			};
		});
	}
}
