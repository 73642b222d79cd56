import type { ApprovalDecision } from "../../shared/agentApproval";
import type { ChosenChanges } from "../../shared/agentView";
import type { ChatHost } from "../../shared/chatProtocol";
import type { Check, Handlers } from "../../shared/rpc";
import { inertName } from "../../shared/untrusted/inertText";
import { hasFields } from "../../shared/untrusted/ownField";
import { wholeApproval } from "../../shared/wholeApproval";
import type { ComposerServices } from "./composerServices";
import { isCount, isName, isSwitch } from "./pageArguments";

type AgentCalls = Pick<
	ChatHost,
	"setAgentMode" | "chooseTools" | "decide" | "showWholeChange" | "reviewChanges" | "keepChanges" | "undoChanges"
>;

const isPath: Check<string | null> = (value): value is string | null => value === null || isName(value);
const isChosen: Check<ChosenChanges> = (value): value is ChosenChanges =>
	hasFields(value) &&
	(value.path === undefined || isName(value.path)) &&
	(value.step === undefined || Number.isInteger(value.step));
const isDecision: Check<ApprovalDecision> = (value): value is ApprovalDecision =>
	hasFields(value) &&
	(value.type === "allowed" ||
		value.type === "allowedInConversation" ||
		(value.type === "rejected" && isName(value.reason)));

/** Returns the page's calls about the agent, with every argument checked. */
export function agentHandlers({ session, agent, documents }: ComposerServices): Handlers<AgentCalls> {
	return {
		setAgentMode: { checks: [isSwitch], run: (on) => agent.setOn(on) },
		chooseTools: { checks: [], run: () => agent.chooseTools() },
		decide: {
			checks: [isName, isCount, isDecision],
			run: async (answer, call, decision) => session.decide(answer, call, decision),
		},
		showWholeChange: {
			checks: [isName, isCount],
			run: async (answer, call) => {
				const asking = session.conversation.events.findLast(
					(one) =>
						one.type === "agent" && one.message === answer && one.event.type === "asking" && one.event.call === call,
				);
				if (asking?.type !== "agent" || asking.event.type !== "asking") return;
				const { name, extension, text } = wholeApproval(asking.event.approval);
				await documents.show(inertName(name), extension, text);
			},
		},
		reviewChanges: { checks: [isName, isPath], run: (task, path) => agent.review(task, path) },
		keepChanges: { checks: [isName, isChosen], run: (task, chosen) => agent.keep(task, chosen) },
		undoChanges: { checks: [isName, isChosen], run: (task, chosen) => agent.undo(task, chosen) },
	};
}
