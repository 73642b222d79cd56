import type { AgentApproval, ApprovalDecision } from "../../../shared/agentApproval";
import { commandVariable } from "./callApproval";

/**
 * What the user has allowed in this run. Nothing of it is stored: a task that is continued later, or imported, asks
 * again.
 */
export class Permissions {
	#mayWrite = false;
	/** The reads, and the identical commands and calls of tools, that are allowed without asking. */
	readonly #allowed = new Set<string>();

	/** Returns what must be allowed before a call runs; `undefined` where nothing must. */
	required(access: AgentApproval): AgentApproval | undefined {
		switch (access.kind) {
			case "read":
				return access.reasons.length > 0 && !this.#allowed.has(keyOf(access)) ? access : undefined;
			case "command":
			case "tool":
				return this.#allowed.has(keyOf(access)) ? undefined : access;
			default:
				if (this.#mayWrite) return access.reasons.length > 0 ? access : undefined;
				return { ...access, reasons: ["firstEdit", ...access.reasons] };
		}
	}

	/** Records a decision about what `required` returned. */
	record(approval: AgentApproval, { type }: ApprovalDecision): void {
		if (type === "rejected") return;
		if (approval.kind === "write" || approval.kind === "delete")
			this.#mayWrite ||= approval.reasons.length === 1 || type === "allowedInConversation";
		else if (type === "allowedInConversation") this.#allowed.add(keyOf(approval));
	}
}

/** Returns a key that two approvals share only if what they allow is identical: never by a prefix. */
function keyOf(approval: AgentApproval): string {
	switch (approval.kind) {
		case "command": {
			const { kind, command, folder, variables } = approval;
			const { [commandVariable]: _, ...same } = variables;
			return JSON.stringify([kind, command, folder, Object.entries(same).sort()]);
		}
		case "tool":
			return JSON.stringify([approval.kind, approval.tool, approval.owner, approval.input]);
		default:
			return JSON.stringify([approval.kind, approval.path, approval.reasons]);
	}
}
