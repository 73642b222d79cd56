import { gatewayLimits } from "../../shared/untrusted/limits";
import { GatewayError, type GatewayErrorReason } from "./gatewayError";
import { modelEntries, modelId } from "./modelsReader";

/** A page of a models answer. */
interface ModelPage {
	readonly body: unknown;
	/** Its bytes. */
	readonly length: number;
}

/** Reads the page behind a query, as far as `limit` bytes; an empty query is the first page. */
type ReadPage = (query: string, limit: number) => Promise<ModelPage>;

/** What a further page may fail with although the gateway is well: it does not do pages as it says it does. */
const aboutPages: readonly GatewayErrorReason[] = [
	"wrongAddress",
	"redirected",
	"malformed",
	"refused",
	"forbidden",
	"unknownModel",
	"contextOverflow",
	"tooLarge",
];

/** How servers call the id that a page follows: OpenAI's lists, then Anthropic's. */
const cursorNames = ["after", "after_id"] as const;

/**
 * All pages of a models answer in one. A page that says `has_more` is followed by the one after its last id, at the same
 * address: no link in an answer is followed. The list ends, with a warning, where a page brings nothing new or cannot be
 * had, and where a limit is reached.
 *
 * @throws GatewayError for the first page, and for each that may be had a little later.
 */
export async function readModelPages(readPage: ReadPage, warn: (text: string) => void): Promise<unknown> {
	const first = await readPage("", gatewayLimits.modelListBytes);
	if (!hasMorePages(first.body)) return first.body;
	const pages = new PageList(first);
	let cursors: readonly string[] = cursorNames;
	while (pages.next !== undefined) {
		const read = await readNext(readPage, pages, cursors);
		if (!read) {
			warn("The gateway says that its list of models has more pages, but gives no further one.");
			break;
		}
		cursors = [read.cursor];
		pages.add(read.page);
	}
	if (pages.cut)
		warn(`The gateway's list of models goes on after ${pages.entries.length} entries: the rest was left out.`);
	return pages.entries;
}

/** Whether a models answer is only the first page of a list. */
export function hasMorePages(body: unknown): boolean {
	return typeof body === "object" && body !== null && "has_more" in body && body.has_more === true;
}

/** The next page, and how it was asked for; `undefined` when none can be had or none brings anything new. */
async function readNext(readPage: ReadPage, pages: PageList, cursors: readonly string[]) {
	for (const cursor of cursors) {
		const query = `?${cursor}=${encodeURIComponent(pages.next ?? "")}`;
		try {
			const page = await readPage(query, pages.room);
			if (pages.isNew(page)) return { cursor, page };
		} catch (error) {
			if (!(error instanceof GatewayError) || error.transient || !aboutPages.includes(error.reason)) throw error;
		}
	}
	return undefined;
}

/** The pages that have been read. */
class PageList {
	readonly entries: unknown[] = [];
	/** The bytes that further pages may have. */
	room: number = gatewayLimits.modelListBytes;
	/** What the next page is asked for with; `undefined` when there is none, or none is wanted. */
	next: string | undefined;
	/** Whether there is more than a limit lets in. */
	cut = false;
	#pages = 0;
	readonly #ids = new Set<string>();

	constructor(first: ModelPage) {
		this.add(first);
	}

	/** Whether there are models in a page that were in none before. */
	isNew({ body }: ModelPage): boolean {
		return modelEntries(body).some((entry) => {
			const id = modelId(entry);
			return id !== undefined && !this.#ids.has(id);
		});
	}

	add({ body, length }: ModelPage): void {
		const entries = modelEntries(body);
		this.#pages++;
		this.room -= length;
		for (const entry of entries) {
			if (this.entries.length >= gatewayLimits.modelEntries) break;
			this.entries.push(entry);
			const id = modelId(entry);
			if (id !== undefined) this.#ids.add(id);
		}
		const isFull =
			this.#ids.size >= gatewayLimits.models ||
			this.entries.length >= gatewayLimits.modelEntries ||
			this.#pages >= gatewayLimits.modelPages ||
			this.room <= 0;
		this.cut = isFull && hasMorePages(body);
		this.next = isFull || !hasMorePages(body) ? undefined : lastId(body, entries);
	}
}

/** What the server calls its last entry, or that entry's own id. */
function lastId(body: unknown, entries: readonly unknown[]): string | undefined {
	const named = typeof body === "object" && body !== null && "last_id" in body ? body.last_id : undefined;
	const id = typeof named === "string" && named !== "" ? named : modelId(entries.at(-1));
	return id !== undefined && id.length <= gatewayLimits.modelIdLength ? id : undefined;
}
