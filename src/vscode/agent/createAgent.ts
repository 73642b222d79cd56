import * as vscode from "vscode";
import { Agent } from "../../core/agent/agent";
import { UserError } from "../../core/base/errors";
import type { KnownKeys } from "../../core/base/knownKeys";
import type { Clock, Log } from "../../core/base/ports";
import { appendLogOnDisk } from "../adapters/appendLogOnDisk";
import { contentsOnDisk } from "../adapters/contentsOnDisk";
import { CommandTerminals } from "./commandTerminals";
import { foreignToolsHere } from "./foreignToolsHere";
import { sharedStoragePath } from "./sharedStorage";
import { taskWorkspace } from "./taskWorkspace";

/** The services of the agent. */
export interface AgentServices {
	readonly clock: Clock;
	readonly log: Log;
	/** The keys that neither commands nor models may see. */
	readonly keys: Pick<KnownKeys, "isIn" | "redact">;
	/** The folder of the workspace's own files. */
	readonly storage: vscode.Uri;
}

/** Creates the agent of the open folder; its changes are stored among the workspace's own files, for all windows on it. */
export async function createAgent({ clock, log, keys, storage }: AgentServices): Promise<Agent> {
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	if (!folder) throw new UserError(vscode.l10n.t("The agent works in a folder: open one first."));
	const shared = storage.with({ path: sharedStoragePath(storage.path) });
	const pathOf = (name: string) => vscode.Uri.joinPath(shared, "agent", name).fsPath;
	const store = {
		journal: appendLogOnDisk(pathOf("changes")),
		contents: contentsOnDisk(pathOf("contents")),
		clock,
		writer: crypto.randomUUID(),
	};
	const agent = new Agent({
		...{ store, clock, log },
		workspace: await taskWorkspace(folder.uri, clock),
		commands: await CommandTerminals.open(folder.uri.fsPath, { clock, holdsKey: (text) => keys.isIn(text) }),
		redact: keys.redact,
		foreign: foreignToolsHere,
	});
	void agent.deleteOldContents();
	return agent;
}
