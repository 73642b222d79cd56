import * as l10n from "@vscode/l10n";
import type { AgentApproval } from "./agentApproval";
import { type AgentRow, type AgentRowState, endedRowState } from "./agentWork";
import { commandResultText } from "./commandResultText";
import { exactCommand } from "./text/exactText";
import { withHiddenNumbers, withoutHidden } from "./text/hiddenCharacters";
import { cutText } from "./untrusted/cutText";

/** Returns the state that a row shows: the state after the task's end, unless an agent is working. */
export function shownRowState({ state }: AgentRow, running: boolean): AgentRowState {
	return running ? state : endedRowState(state);
}

/** Returns the text for the state of a call; empty for one that is done. */
export function stateName(state: AgentRowState): string {
	switch (state) {
		case "waiting":
			return l10n.t("waiting");
		case "asking":
			return l10n.t("needs your approval");
		case "running":
			return l10n.t("running");
		case "done":
			return "";
		case "failed":
			return l10n.t("failed");
		case "rejected":
			return l10n.t("rejected");
		case "skipped":
			return l10n.t("not carried out");
		case "interrupted":
			return l10n.t("interrupted");
	}
}

/** Matches the first line of a command's result if the command itself reported a failure. */
const failedCommand = /^Exit code (-?[1-9]\d{0,9}) /;

/** Matches the beginning of a command's result if something other than the command itself ended it. */
const endedCommand =
	/^(?:Ended by the signal |The user closed |Not done after |It waits for input|It was ended after )/;

/** Returns how an unsuccessful command ended, as far as it is known; empty for any other call. */
export function failedOutcome({ tool, state, result }: AgentRow): string {
	if (tool !== "run_command" || state !== "done") return "";
	const code = failedCommand.exec(result)?.[1];
	if (code !== undefined) return l10n.t("exit code {0}", code);
	if (result.startsWith("The user stopped it ")) return l10n.t("stopped");
	if (result.startsWith("Ended after ")) return l10n.t("exit code unknown");
	return endedCommand.test(result) ? l10n.t("ended early") : "";
}

/** Returns a call's result for the user: what precedes a command's output is translated, and the rest unchanged. */
export function shownResult({ tool, result }: Pick<AgentRow, "tool" | "result">): string {
	return tool === "run_command" ? commandResultText(result) : result;
}

/** Returns the verb and the target of a call. */
export function rowTitle({ tool, target: given, file }: AgentRow): string {
	const target = withoutHidden(given);
	switch (tool) {
		case "read_file":
			return l10n.t("Read {0}", target);
		case "edit_file":
			if (file === "created") return l10n.t("Create {0}", target);
			return file === "deleted" ? l10n.t("Delete {0}", target) : l10n.t("Edit {0}", target);
		case "list_files":
			return target === "" ? l10n.t("List files") : l10n.t("List files in {0}", target);
		case "search":
			return l10n.t("Search for “{0}”", target);
		case "get_problems":
			return target === "" ? l10n.t("Check problems") : l10n.t("Check problems in {0}", target);
		case "run_command":
			return l10n.t("Run {0}", cutText(exactCommand(given).replaceAll("\n", " "), 200));
		default:
			return withoutHidden(tool);
	}
}

/** Returns what the user is asked to allow. A command is not part of it, because it may be long. */
export function approvalTitle(approval: AgentApproval): string {
	switch (approval.kind) {
		case "read":
			return l10n.t("Allow the agent to read {0}?", withHiddenNumbers(approval.path));
		case "create":
			return l10n.t("Allow the agent to create {0}?", withHiddenNumbers(approval.path));
		case "write":
			return l10n.t("Allow the agent to change {0}?", withHiddenNumbers(approval.path));
		case "delete":
			return l10n.t("Allow the agent to delete {0}?", withHiddenNumbers(approval.path));
		case "command":
			return l10n.t("Allow the agent to run this command?");
		case "tool": {
			const { tool, owner } = approval;
			return l10n.t("Allow the agent to call {0} from {1}?", withHiddenNumbers(tool), withHiddenNumbers(owner));
		}
	}
}

/** Returns the title for screen readers, which includes the beginning of a command. */
export function approvalAnnouncement(approval: AgentApproval): string {
	const title = approvalTitle(approval);
	return approval.kind === "command" ? `${title} ${cutText(exactCommand(approval.command), 200)}` : title;
}
