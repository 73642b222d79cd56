// The elements that show an agent's work and its questions, in a chunk of their own.
import type { AgentApproval } from "../shared/agentApproval";
import { approvalAnnouncement } from "../shared/agentRowTexts";
import type { Page } from "./page";
import "./composer/changesElement";
import "./transcript/agent/agentWorkElement";

/** Announces a question of the agent to screen readers. */
export function announceApproval(approval: AgentApproval, page: Page): void {
	page.onDidAnnounce.emit(approvalAnnouncement(approval));
}
