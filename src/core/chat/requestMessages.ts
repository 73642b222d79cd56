import type { Attachment, Message } from "../../shared/conversation";
import type { ContentPart, RequestMessage } from "../wire/gateway";

/**
 * The `messages` of a request. The wire makes them strict: see `strictMessages`.
 *
 * @param leftOut ids of messages and attachments that it goes without.
 */
export function requestMessages(
	branch: readonly Message[],
	systemPrompt: string,
	leftOut: ReadonlySet<string> = new Set(),
): RequestMessage[] {
	const messages: RequestMessage[] = [];
	if (systemPrompt.trim() !== "") messages.push({ role: "system", content: systemPrompt });
	for (const message of branch) {
		if (leftOut.has(message.id)) continue;
		const attachments = message.role === "user" ? message.attachments.filter(({ id }) => !leftOut.has(id)) : [];
		const text = [message.text, ...attachments.flatMap(attachmentText)].join("\n\n");
		const images = attachments.flatMap(imagePart);
		if (text.trim() === "" && images.length === 0) continue;
		messages.push({ role: message.role, content: images.length > 0 ? [{ type: "text", text }, ...images] : text });
	}
	return messages;
}

/** The paths of everything attached to these messages, each once. */
export function attachedPaths(branch: readonly Message[], leftOut: ReadonlySet<string> = new Set()): string[] {
	const attachments = branch.flatMap((message) =>
		message.role === "user" && !leftOut.has(message.id) ? message.attachments : [],
	);
	return [
		...new Set(attachments.filter(({ id }) => !leftOut.has(id)).flatMap(({ path, sources }) => sources ?? [path])),
	];
}

function imagePart({ image }: Attachment): readonly ContentPart[] {
	return image === undefined ? [] : [{ type: "image_url", image_url: { url: image } }];
}

/** An attachment's text behind its place, in a fence that it cannot close; of an image, which one of them it is. */
export function attachmentText({ path, lines, languageId, text, image }: Attachment): readonly string[] {
	if (image !== undefined) return [`${path} (image)`];
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = "`".repeat(longest + 1);
	const place = lines ? `${path}, lines ${lines[0]} to ${lines[1]}` : path;
	return [`${place}:\n${fence}${languageId}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`];
}
