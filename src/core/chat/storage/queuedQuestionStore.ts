import type { Attachment } from "../../../shared/conversation";
import { appendAll } from "../../../shared/untrusted/appendAll";
import { limits } from "../../../shared/untrusted/limits";
import type { AppendLog, Log, LogText } from "../../base/ports";
import { type ContextSource, isContextSource } from "../../context/contextSource";
import { loggedError } from "../../gateway/errors/loggedError";
import { isAttachment, knownAttachment } from "../conversation/attachmentFields";

/** The folder, in the workspace's storage, with the files that record queued questions and their removal. */
const queueFolder = "queue";

/** A queued question as it is stored. */
export interface StoredQuestion {
	readonly id: string;
	readonly conversation: string;
	/** When it was queued, in milliseconds since the epoch. */
	readonly at: number;
	readonly text: string;
	/** What was attached when it was written. */
	readonly attachments: readonly Attachment[];
	/** The sources of the attachments, in their order; null, or absent, if unknown. */
	readonly sources?: readonly (ContextSource | null)[];
	/** The model for this question; null for the chosen one. */
	readonly model: string | null;
	/** Whether an agent works on it: the mode in which it was written. */
	readonly isTask: boolean;
}

/** The entry for a question that was asked or removed. */
interface Removal {
	readonly removed: string;
}

/** The entry for a question of another window that this window sends, or has given back. */
interface Claim {
	readonly claimed: string;
	/** When the window claimed the question, in milliseconds since the epoch; 0 after the window has given it back. */
	readonly at: number;
}

/** Milliseconds after which a claim no longer holds: the window that made it counts as closed. */
const longestClaim = 5 * 60 * 1000;

/** The file of one window. */
interface QueueFile {
	readonly writer: string;
	/** The ids of the questions in the file, and those of the removals. */
	readonly questions: readonly string[];
	readonly removals: readonly string[];
	/** The times of the claims, by the ids of their questions. */
	readonly claims: ReadonlyMap<string, number>;
	/** The file's size in bytes; absent if only a part of it was read. */
	readonly size?: number;
}

/** The content of all files. */
interface QueueContent {
	readonly files: readonly QueueFile[];
	readonly questions: readonly StoredQuestion[];
	/** The questions that were asked or removed. */
	readonly removed: ReadonlySet<string>;
	/** Whether every file was read in full. */
	readonly isComplete: boolean;
}

/**
 * Stores queued questions, in one file for each window that queues. A file is deleted when none of its questions is
 * queued any more.
 */
export class QueuedQuestionStore {
	readonly #writer = crypto.randomUUID();
	/** The ids of the queued questions in this window's file. */
	readonly #queued = new Set<string>();
	/** Whether this window's file has an entry about a question in another window's file. */
	#hasOthers = false;

	constructor(
		/** The files in the workspace's storage. Not a Memento, because VS Code writes those late. */
		private readonly files: AppendLog,
		private readonly log: Log,
	) {}

	/** Returns the queued questions, oldest first, and deletes the files that are no longer needed. Never rejects. */
	async load(): Promise<readonly StoredQuestion[]> {
		const { files, questions, removed } = await this.#read();
		await this.#deleteUseless(files, removed);
		return questions.filter(({ id }) => !removed.has(id)).toSorted((a, b) => a.at - b.at);
	}

	/** Returns a function that checks whether a question is still queued; true if that cannot be read. Never rejects. */
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
			const claims = new Map(entries.flatMap((entry) => ("claimed" in entry ? [[entry.claimed, entry.at]] : [])));
			for (const id of removals) removed.add(id);
			isComplete &&= !cut;
			files.push({ writer, questions: own.map(({ id }) => id), removals, claims, ...(cut ? {} : { size: end }) });
		}
		return { files, questions, removed, isComplete };
	}

	/**
	 * Reserves another window's question for this one. If two windows do this at the same moment, at most one gets it.
	 *
	 * @returns `taken` if another window has claimed it, `removed` if it was asked or removed.
	 * @throws the file system's error.
	 */
	async claim(id: string, now: number): Promise<"claimed" | "taken" | "removed"> {
		this.#hasOthers = true;
		await this.#write({ claimed: id, at: now });
		// Read after the claim is written, so that a window that claims the question later finds this claim.
		const { files, removed } = await this.#read();
		if (removed.has(id)) return "removed";
		const isTaken = files.some(
			({ writer, claims }) => writer !== this.#writer && (claims.get(id) ?? 0) > Math.max(0, now - longestClaim),
		);
		if (!isTaken) return "claimed";
		await this.release(id);
		return "taken";
	}

	/** Withdraws the claim of a question that was not sent. Never rejects. */
	async release(id: string): Promise<void> {
		await this.#write({ claimed: id, at: 0 }).catch((error: unknown) =>
			this.log.warn(`A queue was not saved: ${loggedError(error)}`),
		);
	}

	/** Saves a question; settles when it is on the disk. @throws the file system's error. */
	async save(question: StoredQuestion): Promise<void> {
		this.#queued.add(question.id);
		try {
			// The source of a picture is left out: the picture is in its attachment.
			const sources = question.sources?.map((source) => (isContextSource(source) ? source : null));
			await this.#write(sources ? { ...question, sources } : question);
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

	/**
	 * Deletes the files that are no longer needed. A removal is kept as long as its question is in a file: otherwise, the
	 * question would be queued again.
	 */
	async #deleteUseless(files: readonly QueueFile[], removed: ReadonlySet<string>): Promise<void> {
		let left = files.filter(({ writer }) => writer !== this.#writer);
		const isQueued = (id: string) => !removed.has(id) && files.some(({ questions }) => questions.includes(id));
		for (;;) {
			const useless = left.find(
				({ writer, questions, removals, claims, size }) =>
					size !== undefined &&
					![...claims].some(([id, at]) => at > 0 && isQueued(id)) &&
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

	#write(entry: StoredQuestion | Removal | Claim): Promise<void> {
		return this.files.append(queueFolder, this.#writer, JSON.stringify(entry), true);
	}
}

/** Parses a line of the file; returns an empty array for a damaged one. */
function parseEntry(line: string): (StoredQuestion | Removal | Claim)[] {
	try {
		const { removed, claimed, id, conversation, at, text, model, isTask, ...given } = JSON.parse(line) as Record<
			string,
			unknown
		>;
		const time = typeof at === "number" ? at : 0;
		if (typeof removed === "string") return [{ removed }];
		if (typeof claimed === "string") return [{ claimed, at: time }];
		if (typeof id !== "string" || typeof conversation !== "string" || typeof text !== "string") return [];
		const question = { id, conversation, at: time, text, isTask: isTask === true };
		return [{ ...question, model: typeof model === "string" ? model : null, ...attachmentsIn(given) }];
	} catch {
		return [];
	}
}

function attachmentsIn({
	attachments,
	sources,
}: Record<string, unknown>): Pick<StoredQuestion, "attachments" | "sources"> {
	const given: readonly unknown[] = Array.isArray(attachments) ? attachments.slice(0, limits.attachments) : [];
	const from: readonly unknown[] = Array.isArray(sources) ? sources : [];
	const known = given.flatMap((attachment, at) => {
		const source = from[at];
		return isAttachment(attachment)
			? [{ attachment: knownAttachment(attachment as Attachment), source: isContextSource(source) ? source : null }]
			: [];
	});
	return { attachments: known.map(({ attachment }) => attachment), sources: known.map(({ source }) => source) };
}
