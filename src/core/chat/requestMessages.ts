import type { Attachment, Message } from "../../shared/conversation";
import type { RequestMessage } from "../wire/gateway";

/**
 * The `messages` of a request: one system message at most, first; neighbours of the same role merged, for some chat
 * templates refuse anything but strict alternation (gateway-quirks.md, "What we send").
 */
export function requestMessages(branch: readonly Message[], systemPrompt: string): RequestMessage[] {
	const messages: RequestMessage[] = [];
	if (systemPrompt.trim() !== "") messages.push({ role: "system", content: systemPrompt });
	for (const message of branch) {
		const content = message.role === "user" ? questionText(message.text, message.attachments) : message.text;
		if (content.trim() === "") continue;
		const last = messages.at(-1);
		if (last?.role === message.role)
			messages[messages.length - 1] = { ...last, content: `${last.content}\n\n${content}` };
		else messages.push({ role: message.role, content });
	}
	return messages;
}

/** A question with its attachments behind it, each in a fence that its own text cannot close. */
function questionText(text: string, attachments: readonly Attachment[]): string {
	return [text, ...attachments.map(attachmentText)].join("\n\n");
}

function attachmentText({ path, lines, languageId, text }: Attachment): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = "`".repeat(longest + 1);
	const place = lines ? `${path}, lines ${lines[0]} to ${lines[1]}` : path;
	return `${place}:\n${fence}${languageId}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}
