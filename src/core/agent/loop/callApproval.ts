import type { ApprovalReason, CommandApproval, ToolApproval } from "../../../shared/agentApproval";
import type { ChosenTool } from "../../../shared/chosenTool";
import { hasUnseen } from "../../../shared/text/exactText";
import { agentLimits } from "../../../shared/untrusted/limits";
import { ToolError } from "./agentTool";

/** The environment variable that identifies every process of a command: its value is an id that only this run has. */
export const commandVariable = "GATEHOUSE_COMMAND";

/** How a command would run. */
export type CommandSettings = Pick<CommandApproval, "folder" | "variables" | "shell" | "timeout" | "background">;

/**
 * Returns the approval that a command needs.
 *
 * @param settings an allowed command is allowed again only if all of these are the same, except for the value of
 * `commandVariable`.
 * @throws ToolError when it cannot be shown in full.
 */
export function commandApproval(
	command: string,
	{ folder, variables, shell, timeout, background }: CommandSettings,
): CommandApproval {
	const shown = [command, folder, shell, ...Object.entries(variables).flat()];
	if (shown.join("").length > agentLimits.commandLength)
		throw new ToolError("The command is too long to be shown to the user. Write a script with edit_file, and run it.");
	const reasons: ApprovalReason[] = [];
	if (/[\n\r]/.test(command)) reasons.push("lines");
	if (shown.some(hasUnseen)) reasons.push("hidden");
	return { kind: "command", command, folder, variables, shell, timeout, background, reasons };
}

/**
 * Returns the approval that a call of a foreign tool needs.
 *
 * @throws ToolError when its input cannot be shown in full.
 */
export function toolApproval(
	{ name, owner, digest }: ChosenTool,
	given: Readonly<Record<string, unknown>>,
): ToolApproval {
	const input = JSON.stringify(given, undefined, 2);
	if (input.length > agentLimits.commandLength)
		throw new ToolError("The input is too long to be shown to the user. Make several smaller calls.");
	const hidden: ApprovalReason[] = [name, owner, JSON.stringify(given)].some(hasUnseen) ? ["hidden"] : [];
	return { kind: "tool", tool: name, owner, input, digest, reasons: hidden };
}
