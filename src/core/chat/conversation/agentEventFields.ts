import { approvalReasons, fileApprovalKinds } from "../../../shared/agentApproval";
import { failureActions } from "../../../shared/conversation";
import { type FieldCheck, having, isNumber, isRecord, isText, listOf, oneOfValues, optionalField } from "./fieldCheck";

const isCall = having({ id: isText, name: isText, arguments: (value) => isText(value) || isRecord(value) });
const isTexts: FieldCheck = (value) => isRecord(value) && Object.values(value).every(isText);
const isSwitch: FieldCheck = (value) => typeof value === "boolean";
const reasons = listOf(oneOfValues(approvalReasons));
const fileFields = { path: isText, detail: isText, reasons };
const approvalFields = {
	...Object.fromEntries(fileApprovalKinds.map((kind) => [kind, fileFields])),
	command: {
		...{ command: isText, folder: isText, variables: isTexts, reasons },
		...{ shell: isText, timeout: isNumber, background: isSwitch },
	},
	tool: { tool: isText, owner: isText, input: isText, digest: isText, reasons },
};
const isApproval = oneOfTypes(approvalFields, "kind");
const isFailure = having({ reason: isText, message: isText, actions: listOf(oneOfValues(failureActions)) });

const decisionFields = { allowed: {}, allowedInConversation: {}, rejected: { reason: isText } };
const stopFields = {
	answered: {},
	stopped: {},
	repeated: { tool: isText },
	failing: { count: isNumber },
	turnLimit: { count: isNumber },
	tokenLimit: { count: isNumber },
	requestLimit: { left: isNumber },
	contextFull: {},
	cutOff: {},
	empty: {},
	interrupted: { message: isText },
	failed: { failure: isFailure },
	notSaved: { message: isText },
};
const eventFields = {
	turn: {
		...{ text: isText, calls: listOf(isCall), reasoning: optionalField(isText) },
		...{ tokens: isNumber, usage: optionalField(isRecord) },
	},
	asking: { call: isNumber, approval: isApproval },
	decided: { call: isNumber, decision: oneOfTypes(decisionFields) },
	running: { call: isNumber },
	result: { call: isNumber, failed: isSwitch, text: isText, target: isText },
	stubbed: { calls: listOf(isNumber) },
	ended: { stop: oneOfTypes(stopFields), text: optionalField(isText) },
	resumed: {},
};

/** Returns whether a value is an event of the agent. */
export const isAgentEvent: FieldCheck = oneOfTypes(eventFields);

/** Returns a check for objects of these types, with the fields of each. @param by the field that contains the type. */
function oneOfTypes(types: Readonly<Record<string, Readonly<Record<string, FieldCheck>>>>, by = "type"): FieldCheck {
	return (value) => {
		if (!isRecord(value)) return false;
		const type = value[by];
		return typeof type === "string" && Object.hasOwn(types, type) && having(types[type] ?? {})(value);
	};
}
