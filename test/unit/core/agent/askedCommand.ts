import { type CommandSettings, commandApproval } from "../../../../src/core/agent/loop/callApproval";
import type { CommandApproval } from "../../../../src/shared/agentApproval";

/** Returns the question about a command with the usual options. */
export function askedCommand(command: string, settings: Partial<CommandSettings> = {}): CommandApproval {
	const usual = { folder: "/home/user/project", variables: {}, shell: "bash", timeout: 120, background: false };
	return commandApproval(command, { ...usual, ...settings });
}
