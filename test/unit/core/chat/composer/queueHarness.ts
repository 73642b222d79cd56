import { QuestionQueue, type WrittenQuestion } from "../../../../../src/core/chat/composer/questionQueue";
import { QueuedQuestionStore } from "../../../../../src/core/chat/storage/queuedQuestionStore";
import type { Attachment } from "../../../../../src/shared/conversation";
import { memoryAppendLog, memoryLogChannel } from "../../memoryPorts";

/** Sets up the queue of a conversation in which an answer streams. */
export function setUpQueue(files = memoryAppendLog(), clock = { now: () => 1 }) {
	const session = { conversationId: "c", isBusy: true };
	const log = memoryLogChannel();
	const redacted = (text: string) => text.replaceAll("secret", "•••");
	const queue = new QuestionQueue(session, new QueuedQuestionStore(files, log), log, clock, redacted);
	const sent: (readonly [text: string, model: string | null, ...attached: string[]])[] = [];
	const send = async ({ text, model, attachments }: WrittenQuestion) => {
		sent.push([text, model, ...attachments.map(({ name }) => name)]);
	};
	const add = (text: string, model: string | null = null, by = send, ...attachments: Attachment[]) =>
		queue.add({ text, model, attachments, isTask: false }, by);
	const texts = () => queue.view.questions.map(({ text }) => text);
	return { session, queue, sent, send, add, texts, files };
}
