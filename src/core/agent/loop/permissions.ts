import type { AgentApproval, ApprovalDecision } from "../../../shared/agentApproval";

/**
 * What the user has allowed in this run. Nothing of it is stored: a task that is continued later, or imported, asks
 * again.
 */
export class Permissions {
	#mayWrite = false;
	readonly #reads = new Set<string>();

	/** Returns what must be allowed before a call runs; `undefined` where nothing must. */
	required(access: AgentApproval): AgentApproval | undefined {
		if (access.kind === "read") {
			return access.reasons.length > 0 && !this.#reads.has(keyOf(access)) ? access : undefined;
		}
		if (this.#mayWrite) return access.reasons.length > 0 ? access : undefined;
		return { ...access, reasons: ["firstEdit", ...access.reasons] };
	}

	/** Records a decision about what `required` returned. */
	record(approval: AgentApproval, { type }: ApprovalDecision): void {
		if (type === "rejected") return;
		if (approval.kind !== "read") this.#mayWrite ||= approval.reasons.length === 1 || type === "allowedInConversation";
		else if (type === "allowedInConversation") this.#reads.add(keyOf(approval));
	}
}

function keyOf({ path, reasons }: AgentApproval): string {
	return JSON.stringify([path, reasons]);
}
