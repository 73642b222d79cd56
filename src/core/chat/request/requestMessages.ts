import type { Attachment, Message } from "../../../shared/conversation";
import { fenceAround } from "../../../shared/untrusted/markdownLine";
import type { ContentPart, RequestMessage } from "../../gateway/gateway";

/**
 * Returns the `messages` of a request: for the answer to the branch's last question, or for the rest of its last
 * answer. The gateway client makes them strict: see `strictMessages`.
 *
 * @param leftOut ids of messages and attachments that are left out.
 * @param earlierImages whether images of earlier questions are sent. To a model that refuses images, each further
 * question would fail otherwise, once another model has answered about one. Those of the last question are always sent.
 */
export function requestMessages(
	branch: readonly Message[],
	systemPrompt: string,
	leftOut: ReadonlySet<string> = new Set(),
	earlierImages = true,
): RequestMessage[] {
	const messages: RequestMessage[] = [];
	const lastQuestion = branch.findLast(({ role }) => role === "user");
	const system = [systemPrompt, ...instructionsOf(branch, leftOut)].filter((text) => text.trim() !== "");
	if (system.length > 0) messages.push({ role: "system", content: system.join("\n\n") });
	for (const message of branch) {
		if (leftOut.has(message.id)) continue;
		const attachments =
			message.role === "user"
				? message.attachments.filter(({ id, kind }) => !leftOut.has(id) && kind !== "instructions")
				: [];
		const text = questionText(message.text, attachments);
		const images = earlierImages || message === lastQuestion ? attachments.flatMap(imagePart) : [];
		if (text.trim() === "" && images.length === 0) continue;
		messages.push({ role: message.role, content: images.length > 0 ? [{ type: "text", text }, ...images] : text });
	}
	if (branch.at(-1)?.role === "assistant") messages.push({ role: "user", content: continueInstruction });
	return messages;
}

/**
 * Returns the workspace's instructions to assistants. They apply to the whole conversation, even when the question they
 * came with is left out.
 */
function instructionsOf(branch: readonly Message[], leftOut: ReadonlySet<string>): readonly string[] {
	return branch
		.flatMap((message) => (message.role === "user" ? message.attachments : []))
		.filter(({ id, kind }) => kind === "instructions" && !leftOut.has(id))
		.map(({ path, text }) => `Instructions of the workspace, from ${path}:\n\n${text.trim()}`);
}

/** The message that asks the model to continue an interrupted answer. For the model, so not translated. */
export const continueInstruction =
	"Your last answer was cut off. Continue it exactly where it stopped, in the middle of the word or the code if need be. Repeat nothing and add no introduction.";

/** Returns the paths of all attachments of these messages, each once. */
export function attachedPaths(branch: readonly Message[], leftOut: ReadonlySet<string> = new Set()): string[] {
	const attachments = branch.flatMap((message) =>
		message.role === "user"
			? message.attachments.filter(({ kind }) => !leftOut.has(message.id) || kind === "instructions")
			: [],
	);
	return [
		...new Set(attachments.filter(({ id }) => !leftOut.has(id)).flatMap(({ path, sources }) => sources ?? [path])),
	];
}

/** Returns a question followed by its attachments, each in a fence that its own text cannot close. */
export function questionText(text: string, attachments: readonly Attachment[]): string {
	return [text, ...attachments.flatMap(attachmentText)].join("\n\n");
}

function imagePart({ image }: Attachment): readonly ContentPart[] {
	return image === undefined ? [] : [{ type: "image_url", image_url: { url: image } }];
}

/** Returns an attachment's location and text, in a fence that the text cannot close; for an image, only its path. */
function attachmentText({ path, lines, languageId, text, image }: Attachment): readonly string[] {
	if (image !== undefined) return [`${path} (image)`];
	const fence = fenceAround(text);
	const place = lines ? `${path}, lines ${lines[0]} to ${lines[1]}` : path;
	return [`${place}:\n${fence}${languageId}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`];
}
