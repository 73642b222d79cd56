import type { Attachment } from "../../../shared/conversation";
import { appendAll } from "../../../shared/untrusted/appendAll";
import { limits } from "../../../shared/untrusted/limits";
import type { AppendLog, Log, LogText } from "../../base/ports";
import { loggedError } from "../../gateway/errors/loggedError";
import { isAttachment, knownAttachment } from "../conversation/attachmentFields";

/** The folder, among the workspace's own files, that records what was queued and what was asked or removed since. */
const queueFolder = "queue";

/** A queued question as it is on the disk. */
export interface StoredQuestion {
	readonly id: string;
	readonly conversation: string;
	/** When it was queued, in milliseconds since 1970. */
	readonly at: number;
	readonly text: string;
	/** What was attached when it was written. */
	readonly attachments: readonly Attachment[];
	/** The model for this question; null for the chosen one. */
	readonly model: string | null;
	/** Whether an agent works on it: the mode in which it was written. */
	readonly isTask: boolean;
}

/** The entry that a question was asked or removed. */
interface Removal {
	readonly removed: string;
}

/** A writer's file. */
interface QueueFile {
	readonly writer: string;
	/** The questions and the removals that it has, by id. */
	readonly questions: readonly string[];
	readonly removals: readonly string[];
	/** Its size in bytes when it was read; absent where only a part was. */
	readonly size?: number;
}

/** What all files have. */
interface QueueContent {
	readonly files: readonly QueueFile[];
	readonly questions: readonly StoredQuestion[];
	/** The questions that were asked or removed. */
	readonly removed: ReadonlySet<string>;
	/** Whether every file was read in full. */
	readonly isComplete: boolean;
}

/**
 * Keeps queued questions on the disk, in a file for each window that queues. A file disappears when nothing in it is
 * queued any more.
 */
export class QueuedQuestionStore {
	readonly #writer = crypto.randomUUID();
	/** The questions in this window's file that are queued. */
	readonly #queued = new Set<string>();
	/** Whether that file records the removal of a question in another one. */
	#hasOthers = false;

	constructor(
		/** The workspace's own. Not a Memento: VS Code writes those late. */
		private readonly files: AppendLog,
		private readonly log: Log,
	) {}

	/** Reads what is queued, in order, and deletes the files that have become useless. Never rejects. */
	async load(): Promise<readonly StoredQuestion[]> {
		const { files, questions, removed } = await this.#read();
		await this.#deleteUseless(files, removed);
		return questions.filter(({ id }) => !removed.has(id)).toSorted((a, b) => a.at - b.at);
	}

	/** Returns whether a question is still queued; also where that cannot be read. Never rejects. */
	async stillQueued(): Promise<(id: string) => boolean> {
		const { questions, removed, isComplete } = await this.#read();
		const known = new Set(questions.map(({ id }) => id));
		return (id) => !removed.has(id) && (known.has(id) || !isComplete);
	}

	async #read(): Promise<QueueContent> {
		let isComplete = true;
		const failed = (error: unknown) => {
			isComplete = false;
			this.log.warn(`Queued questions cannot be read: ${loggedError(error)}`);
		};
		const read = this.files.read(queueFolder, (_, error) => failed(error));
		const texts: ReadonlyMap<string, LogText> = (await read.catch(failed)) ?? new Map();
		const files: QueueFile[] = [];
		const questions: StoredQuestion[] = [];
		const removed = new Set<string>();
		for (const [writer, { text, end, cut = false }] of texts) {
			const entries = text.split("\n").flatMap(parseEntry);
			const own = entries.flatMap((entry) => ("id" in entry ? [entry] : []));
			const removals = entries.flatMap((entry) => ("removed" in entry ? [entry.removed] : []));
			appendAll(questions, own);
			for (const id of removals) removed.add(id);
			isComplete &&= !cut;
			files.push({ writer, questions: own.map(({ id }) => id), removals, ...(cut ? {} : { size: end }) });
		}
		return { files, questions, removed, isComplete };
	}

	/** Saves a question; settles when it is on the disk. @throws the file system's error. */
	async save(question: StoredQuestion): Promise<void> {
		this.#queued.add(question.id);
		try {
			await this.#write(question);
		} catch (error) {
			this.#queued.delete(question.id);
			throw error;
		}
	}

	/** Records that a question was asked or removed. @throws the file system's error. */
	async remove(id: string): Promise<void> {
		await this.#write({ removed: id });
		if (!this.#queued.delete(id)) this.#hasOthers = true;
		if (this.#queued.size > 0 || this.#hasOthers) return;
		await this.#delete(this.#writer);
	}

	/** A removal is kept until its question is gone, because the question would be queued again. */
	async #deleteUseless(files: readonly QueueFile[], removed: ReadonlySet<string>): Promise<void> {
		let left = files.filter(({ writer }) => writer !== this.#writer);
		for (;;) {
			const useless = left.find(
				({ writer, questions, removals, size }) =>
					size !== undefined &&
					questions.every((id) => removed.has(id)) &&
					!left.some((other) => other.writer !== writer && other.questions.some((id) => removals.includes(id))),
			);
			if (!useless) return;
			await this.#delete(useless.writer, useless.size);
			left = left.filter((file) => file !== useless);
		}
	}

	async #delete(writer: string, size?: number): Promise<void> {
		await this.files
			.remove(queueFolder, writer, size)
			.catch((error: unknown) => this.log.warn(`A queue's file was not deleted: ${loggedError(error)}`));
	}

	#write(entry: StoredQuestion | Removal): Promise<void> {
		return this.files.append(queueFolder, this.#writer, JSON.stringify(entry), true);
	}
}

/** Parses a line of the file; returns an empty array for a damaged one. */
function parseEntry(line: string): (StoredQuestion | Removal)[] {
	try {
		const { removed, id, conversation, at, text, model, attachments, isTask } = JSON.parse(line) as Record<
			string,
			unknown
		>;
		if (typeof removed === "string") return [{ removed }];
		if (typeof id !== "string" || typeof conversation !== "string" || typeof text !== "string") return [];
		const question = { id, conversation, at: typeof at === "number" ? at : 0, text, isTask: isTask === true };
		return [{ ...question, model: typeof model === "string" ? model : null, attachments: attachmentsIn(attachments) }];
	} catch {
		return [];
	}
}

function attachmentsIn(value: unknown): readonly Attachment[] {
	if (!Array.isArray(value)) return [];
	return value.slice(0, limits.attachments).filter(isAttachment).map(knownAttachment);
}
