import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { Clock } from "../../core/base/ports";
import type { Connection } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ExtraHeaders } from "../../core/connections/extraHeaders";
import type { FoundGateway } from "../../core/connections/findGateway";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelCatalog } from "../../core/connections/models/modelCatalog";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import type { OpenGateway } from "../../core/gateway/gateway";
import type { OnWait } from "../../core/gateway/retry";
import type { ModelInfo } from "../../shared/conversation";
import { inertLine, inertMessage, inertName } from "../../shared/untrusted/inertText";
import { askInDialog, notify } from "../adapters/messages";
import { confirmAddress } from "./confirmAddress";

interface KeyActionDeps {
	readonly openGateway: OpenGateway;
	readonly connections: ConnectionStore;
	readonly keys: KeyStore;
	readonly headers: ExtraHeaders;
	readonly catalog: ModelCatalog;
	readonly models: ModelChoice;
	readonly clock: Clock;
}

/** The actions for a gateway's key. */
export class KeyActions {
	constructor(private readonly deps: KeyActionDeps) {}

	/** Asks for a key until one is valid, and saves it. The previous key is kept if the user cancels. */
	async set(connection: Connection): Promise<void> {
		const { connections, keys } = this.deps;
		if (!(await confirmAddress(connection, connections))) return;
		await keys.tryHeaderSecret(connection.base.origin, () => this.#ask(connection));
	}

	async #ask(connection: Connection): Promise<void> {
		const { connections, keys, headers, catalog, models, clock } = this.deps;
		const { origin, href } = connection.base;
		const { askHeaderSecret, askKey, askKeyEnd } = await import("./gatewayPrompts");
		const needsSecret = headers.needsSecret(origin);
		let found: readonly ModelInfo[] = [];
		const check = async (key: string, signal: AbortSignal, onWait: OnWait) => {
			({ models: found } = await this.#find(connection, key, signal, onWait));
		};
		// Where there is a secret, both are checked together, when both are known.
		const key = await askKey(connection.name, needsSecret ? undefined : check);
		if (!key) return;
		if (needsSecret) {
			const checkBoth = async (signal: AbortSignal, onWait: OnWait) => {
				await check(key, signal, onWait);
				return {};
			};
			if (!(await askHeaderSecret({ origin, keys, check: checkBoth }))) return;
		}
		const days = keys.facts(origin)?.days;
		const endsAt = await askKeyEnd(clock.now(), days);
		await keys.set(origin, key, {
			addedAt: clock.now(),
			...(endsAt === undefined ? {} : { endsAt }),
			...(days === undefined ? {} : { days }),
		});
		if (connections.current?.base.href === href) await models.connected(connection, found);
		else await catalog.save(connection, found);
		void notify("info", inertLine(vscode.l10n.t("The key for {0} works and is saved.", connection.name)));
	}

	/**
	 * Records that the user has renewed the key on the gateway's page: its validity then starts again.
	 *
	 * @throws UserError when there is no temporary key.
	 */
	async renew({ name, base }: Connection): Promise<void> {
		const { keys, clock } = this.deps;
		const facts = keys.facts(base.origin);
		if (!facts) throw new UserError(vscode.l10n.t("There is no API key for {0}.", name), ["setApiKey"]);
		if (facts.endsAt === undefined) {
			throw new UserError(vscode.l10n.t("The key for {0} is permanent and does not need to be renewed.", name));
		}
		const endsAt = await keys.renew(base.origin, clock.now());
		const day = new Date(endsAt).toLocaleDateString(vscode.env.language, { dateStyle: "long" });
		void notify("info", inertLine(vscode.l10n.t("The key for {0} is marked as valid until {1}.", name, day)));
	}

	/** Deletes the key from the secret store, after the user has confirmed it. */
	async delete(connection: Connection): Promise<void> {
		const { keys, connections } = this.deps;
		const { name, base } = connection;
		if (!keys.facts(base.origin) && !(await keys.get(base.origin))) {
			throw new UserError(vscode.l10n.t("There is no API key for {0}.", name), ["setApiKey"]);
		}
		const sharers = connections.sharersOf(connection);
		const remains = vscode.l10n.t("On the gateway it stays valid until you delete it there, in “My keys”.");
		const detail = sharers.length
			? `${vscode.l10n.t("It is also the key of {0}.", sharers.join(", "))} ${remains}`
			: remains;
		const yes = inertName(vscode.l10n.t("Delete"));
		const question = inertLine(vscode.l10n.t("Delete the key for {0} from this computer?", name));
		const chosen = await askInDialog(question, inertMessage(detail), yes);
		if (chosen === yes) await keys.delete(base.origin);
	}

	/** Opens the page where keys are created and renewed. */
	async openPage({ keysPage }: Connection): Promise<void> {
		// Passed as a string: a Uri decodes escaped characters.
		await vscode.commands.executeCommand("vscode.open", keysPage);
	}

	/** Tries a key. @throws the errors of `findGateway`. */
	async #find({ base, models }: Connection, key: string, signal: AbortSignal, onWait: OnWait): Promise<FoundGateway> {
		const { findByModel, findGateway } = await import("../../core/connections/findGateway");
		const { openGateway } = this.deps;
		return models
			? findByModel(openGateway, [base], key, models, signal, onWait)
			: findGateway(openGateway, [base], key, signal, onWait);
	}
}
