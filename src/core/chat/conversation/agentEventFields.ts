import { approvalKinds, approvalReasons } from "../../../shared/agentApproval";
import { failureActions } from "../../../shared/conversation";
import { type FieldCheck, having, isNumber, isRecord, isText, listOf, oneOfValues, optionalField } from "./fieldCheck";

const isCall = having({ id: isText, name: isText, arguments: (value) => isText(value) || isRecord(value) });
const isApproval = having({
	kind: oneOfValues(approvalKinds),
	path: isText,
	reasons: listOf(oneOfValues(approvalReasons)),
	detail: isText,
});
const isFailure = having({ reason: isText, message: isText, actions: listOf(oneOfValues(failureActions)) });
const isSwitch: FieldCheck = (value) => typeof value === "boolean";

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
	turn: { text: isText, calls: listOf(isCall), tokens: isNumber, usage: optionalField(isRecord) },
	asking: { call: isNumber, approval: isApproval },
	decided: { call: isNumber, decision: oneOfTypes(decisionFields) },
	running: { call: isNumber },
	result: { call: isNumber, failed: isSwitch, text: isText, target: isText },
	stubbed: { calls: listOf(isNumber) },
	ended: { stop: oneOfTypes(stopFields), text: optionalField(isText) },
	resumed: {},
};

/** Returns whether a value is an event of the agent's. */
export const isAgentEvent: FieldCheck = oneOfTypes(eventFields);

/** Returns a check for objects whose `type` is one of these, with its fields. */
function oneOfTypes(types: Readonly<Record<string, Readonly<Record<string, FieldCheck>>>>): FieldCheck {
	return (value) =>
		isRecord(value) &&
		typeof value.type === "string" &&
		Object.hasOwn(types, value.type) &&
		having(types[value.type] ?? {})(value);
}
