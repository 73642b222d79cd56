import type { Attachment, Message } from "../../shared/conversation";
import type { RequestMessage } from "../wire/gateway";

/** The `messages` of a request. The wire makes them strict: see `strictMessages`. */
export function requestMessages(branch: readonly Message[], systemPrompt: string): RequestMessage[] {
	const messages: RequestMessage[] = [];
	if (systemPrompt.trim() !== "") messages.push({ role: "system", content: systemPrompt });
	for (const message of branch) {
		const content = message.role === "user" ? questionText(message.text, message.attachments) : message.text;
		if (content.trim() === "") continue;
		messages.push({ role: message.role, content });
	}
	return messages;
}

/** What follows an answer that broke off, when it is to go on. For the model, so it is not translated. */
const continueInstruction =
	"Your last answer was cut off. Continue it exactly where it stopped, in the middle of the word or the code if need be. Repeat nothing and add no introduction.";

/** The `messages` of a request for the rest of the branch's last answer. */
export function continueMessages(branch: readonly Message[], systemPrompt: string): RequestMessage[] {
	return [...requestMessages(branch, systemPrompt), { role: "user", content: continueInstruction }];
}

/** The paths of everything attached to these messages, each once. */
export function attachedPaths(branch: readonly Message[]): string[] {
	const attachments = branch.flatMap((message) => (message.role === "user" ? message.attachments : []));
	return [...new Set(attachments.map(({ path }) => path))];
}

/** A question with its attachments behind it, each in a fence that its own text cannot close. */
export function questionText(text: string, attachments: readonly Attachment[]): string {
	return [text, ...attachments.map(attachmentText)].join("\n\n");
}

function attachmentText({ path, lines, languageId, text }: Attachment): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = "`".repeat(longest + 1);
	const place = lines ? `${path}, lines ${lines[0]} to ${lines[1]}` : path;
	return `${place}:\n${fence}${languageId}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}
