import { gatewayLimits } from "../../../shared/untrusted/limits";
import { hasFields } from "../../../shared/untrusted/ownField";
import { type FailureSubject, GatewayError } from "../gatewayError";
import { modelEntries, modelId } from "./modelsReader";

/** The fields of an object in an answer. */
type Fields = Readonly<Record<string, unknown>>;

/** A page of the answer with the list of models. */
interface ModelPage {
	readonly body: unknown;
	/** The size in bytes. */
	readonly length: number;
}

/** Reads the page for a query, up to `limit` bytes; an empty query is the first page. */
type ReadPage = (query: string, limit: number) => Promise<ModelPage>;

/** Subjects of failures that, for a further page, only mean that the gateway's paging is not as announced. */
const aboutPages: readonly FailureSubject[] = ["address", "request"];

/** The queries for a further page, by the known way of paging; servers ignore the ways that they do not support. */
type NextQueries = ReadonlyMap<string, string>;

/**
 * Reads all pages of a list of models into one. A page with `has_more` or a link to a next one is followed; the list
 * ends, with a warning, where a page brings nothing new or cannot be read, and where a limit is reached. Whatever an
 * answer links to, requests go to the address of the list only.
 *
 * @param url the address of the list.
 * @throws GatewayError when the first page fails, or when a further page fails for a reason that is transient or does
 * not concern the paging.
 */
export async function readModelPages(readPage: ReadPage, url: string, warn: (text: string) => void): Promise<unknown> {
	const first = await readPage("", gatewayLimits.modelListBytes);
	if (!hasMorePages(first.body)) return first.body;
	const pages = new PageList(first, url);
	let way: string | undefined;
	while (pages.next.size > 0) {
		const read = await readNext(readPage, pages, way);
		if (!read) break;
		way = read.way;
		pages.add(read.page);
	}
	if (pages.hasMore)
		warn(`The gateway's list of models goes on after ${pages.entries.length} entries: the rest was left out.`);
	return pages.entries;
}

/** Returns whether an answer is only the first page of a list. */
export function hasMorePages(body: unknown): boolean {
	return hasFields(body) && (body.has_more === true || linkIn(body) !== undefined);
}

/**
 * Reads the next page, and returns it with the way in which it was requested; `undefined` when none can be read or none
 * brings anything new.
 *
 * @param way the way in which the last page was requested.
 */
async function readNext(readPage: ReadPage, pages: PageList, way: string | undefined) {
	for (const [name, query] of pages.next) {
		if (way !== undefined && name !== way) continue;
		try {
			const page = await readPage(query, pages.room);
			if (pages.isNew(page)) return { way: name, page };
		} catch (error) {
			if (!(error instanceof GatewayError) || error.transient || !aboutPages.includes(error.about)) throw error;
		}
	}
	return undefined;
}

/** The pages that have been read. */
class PageList {
	readonly entries: unknown[] = [];
	/** The number of bytes left for further pages. */
	room: number = gatewayLimits.modelListBytes;
	/** Empty when there is no further page, or none should be read. */
	next: NextQueries = new Map();
	/** Whether there are more models than were read. */
	hasMore = false;
	#pages = 0;
	readonly #ids = new Set<string>();

	constructor(
		first: ModelPage,
		private readonly url: string,
	) {
		this.add(first);
	}

	/** Returns whether a page contains models that no earlier page did. */
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
		const isCut = this.entries.length + entries.length > gatewayLimits.modelEntries;
		for (const entry of entries.slice(0, gatewayLimits.modelEntries - this.entries.length)) {
			this.entries.push(entry);
			const id = modelId(entry);
			if (id !== undefined) this.#ids.add(id);
		}
		const isFull =
			this.#ids.size >= gatewayLimits.models ||
			this.entries.length >= gatewayLimits.modelEntries ||
			this.#pages >= gatewayLimits.modelPages ||
			this.room <= 0;
		this.hasMore = hasMorePages(body) || isCut;
		this.next =
			isFull || !hasFields(body) ? new Map() : nextQueries(body, modelId(entries.at(-1)), this.url, this.#pages + 1);
	}
}

/**
 * Returns the queries for the next page: from a link to it (OpenRouter), with a cursor (Comfy Router), after the last
 * id (OpenAI's lists, Anthropic), with the page's number (CSGHub).
 *
 * @param lastEntry the id of the answer's last model.
 * @param url the address of the list; links to any other address are ignored.
 * @param page the number of the next page, from 1.
 */
export function nextQueries(body: Fields, lastEntry: string | undefined, url: string, page: number): NextQueries {
	const queries = new Map<string, string>();
	const link = linkIn(body);
	if (link !== undefined && link.length <= gatewayLimits.modelLinkLength && URL.canParse(link, url)) {
		const { origin, pathname, search } = new URL(link, url);
		const list = new URL(url);
		if (origin === list.origin && pathname === list.pathname) queries.set("link", search);
	}
	if (body.has_more !== true) return queries;
	const add = (name: string, value: unknown) => {
		if (typeof value !== "string" || value === "" || value.length > gatewayLimits.modelIdLength) return;
		queries.set(name, `?${name}=${encodeURIComponent(value)}`);
	};
	add("cursor", body.next_cursor);
	// Databricks has `last_id: null`.
	const last = typeof body.last_id === "string" && body.last_id !== "" ? body.last_id : lastEntry;
	add("after", last);
	add("after_id", last);
	add("page", String(page));
	return queries;
}

/** Returns the address of the next page in an answer; `undefined` if there is none. */
function linkIn({ links, next }: Fields): string | undefined {
	const link = hasFields(links) ? links.next : next;
	return typeof link === "string" && link !== "" ? link : undefined;
}
