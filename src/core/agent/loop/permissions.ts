import type { AgentApproval, ApprovalDecision } from "../../../shared/agentApproval";
import { commandVariable } from "./callApproval";

/**
 * The user's permissions in this run; for commands and foreign tools, in this conversation. None of them is stored:
 * after a restart, or in an imported conversation, the user is asked again.
 */
export class Permissions {
	#mayWrite = false;
	readonly #reads = new Set<string>();

	constructor(
		/** The keys of the commands and the calls of foreign tools that need no more approval in the conversation. */
		private readonly identical: Set<string> = new Set(),
	) {}

	/** Returns the approval that a call needs before it runs; `undefined` where it needs none. */
	required(access: AgentApproval): AgentApproval | undefined {
		switch (access.kind) {
			case "read":
				return access.reasons.length > 0 && !this.#reads.has(keyOf(access)) ? access : undefined;
			case "command":
			case "tool":
				return this.identical.has(keyOf(access)) ? undefined : access;
			default:
				if (this.#mayWrite) return access.reasons.length > 0 ? access : undefined;
				return { ...access, reasons: ["firstEdit", ...access.reasons] };
		}
	}

	/** Records the decision on an approval that `required` returned. */
	record(approval: AgentApproval, { type }: ApprovalDecision): void {
		if (type === "rejected") return;
		switch (approval.kind) {
			case "read":
				if (type === "allowedInConversation") this.#reads.add(keyOf(approval));
				break;
			case "command":
			case "tool":
				if (type === "allowedInConversation") this.identical.add(keyOf(approval));
				break;
			default:
				this.#mayWrite ||= approval.reasons.length === 1 || type === "allowedInConversation";
		}
	}
}

/** Returns a key that two approvals share only if they allow exactly the same, not just the same prefix. */
function keyOf(approval: AgentApproval): string {
	switch (approval.kind) {
		case "command": {
			const { kind, command, folder, variables, shell, timeout, background } = approval;
			const { [commandVariable]: _, ...same } = variables;
			return JSON.stringify([kind, command, folder, shell, timeout, background, Object.entries(same).sort()]);
		}
		case "tool": {
			const { kind, tool, owner, digest, input } = approval;
			return JSON.stringify([kind, tool, owner, digest, input]);
		}
		default:
			return JSON.stringify([approval.kind, approval.path, approval.reasons]);
	}
}
