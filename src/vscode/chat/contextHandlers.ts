import type { ChatHost } from "../../shared/chatProtocol";
import { type MakingRoom, makingRoom } from "../../shared/conversation";
import type { Check, Handlers } from "../../shared/rpc";
import { cutText } from "../../shared/untrusted/cutText";
import { limits } from "../../shared/untrusted/limits";
import type { ComposerServices } from "./composerServices";

type ContextCalls = Pick<
	ChatHost,
	| "attachContext"
	| "attachUris"
	| "findFile"
	| "attachPasted"
	| "attachPicture"
	| "removeAttachment"
	| "updateAttachment"
	| "openAttachment"
	| "makeRoom"
	| "suggestContext"
	| "suggestSymbols"
	| "attachSuggested"
	| "attachOpenFile"
>;

/** Maximum length of an address or id from the page, in characters. */
const longestName = 8_192;
const mostUris = 1_000;

const isName: Check<string> = (value): value is string => typeof value === "string" && value.length <= longestName;
/** Maximum length of a pasted text that is looked for in the open files, in characters. */
const longestPasted = 200_000;
const isPasted: Check<string> = (value): value is string => typeof value === "string" && value.length <= longestPasted;
/** Maximum length of a picture's `data:` URL, in characters; one that is too large for a question is reported. */
const longestPicture = 4 * limits.imageBytes;
const isPicture: Check<string> = (value): value is string =>
	typeof value === "string" && value.length <= longestPicture;
const isUris: Check<readonly string[]> = (value): value is readonly string[] =>
	Array.isArray(value) && value.length <= mostUris && value.every(isName);
const isMakingRoom: Check<MakingRoom> = (value): value is MakingRoom => makingRoom.some((how) => how === value);

/** Returns the page's calls about context, with every argument checked. */
export function contextHandlers(chat: ComposerServices, attachContext: () => Promise<void>): Handlers<ContextCalls> {
	const { session, context, attacher, suggestions, openFile, documents, lastEditor } = chat;
	const { attached } = context;
	// Loaded on first use.
	const pageUris = () => import("../context/pageUris");
	return {
		attachContext: {
			checks: [],
			run: attachContext,
		},
		attachUris: {
			checks: [isUris],
			run: async (uris) => {
				const { parseUris, uriSources } = await pageUris();
				await attacher.attach(await uriSources(parseUris(uris)), "page");
			},
		},
		findFile: { checks: [isName], run: async (text) => (await pageUris()).findFile(text) },
		attachPasted: {
			checks: [isPasted],
			run: async (text) => {
				const { sourceOfPasted } = await import("../context/pastedSource");
				const source = sourceOfPasted(text, lastEditor);
				if (source) await attacher.attach([source], "page");
				return source !== undefined;
			},
		},
		attachPicture: {
			checks: [isName, isPicture],
			run: (name, image) =>
				attacher.attach([{ type: "picture", name: cutText(name, limits.nameLength), image }], "page"),
		},
		removeAttachment: { checks: [isName], run: (id) => attached.remove(id) },
		updateAttachment: { checks: [isName], run: (id) => attached.update(id) },
		openAttachment: {
			checks: [isName],
			run: async (id) => {
				const pending = attached.pending.find(({ attachment }) => attachment.id === id);
				const { openSent, openSource } = await import("../workspace/openPlace");
				if (pending) return openSource(pending.source, documents);
				const sent = session.messages
					.flatMap((message) => (message.role === "user" ? message.attachments : []))
					.find((attachment) => attachment.id === id);
				if (sent) await openSent(sent, documents);
			},
		},
		makeRoom: { checks: [isMakingRoom], run: async (how) => context.makeRoom(how) },
		suggestContext: { checks: [isName], run: async (query) => (await suggestions()).suggestContext(query) },
		suggestSymbols: { checks: [isName], run: async (query) => (await suggestions()).suggestSymbols(query) },
		attachOpenFile: { checks: [isName], run: (id) => openFile.attach(id) },
		attachSuggested: { checks: [isName], run: async (id) => (await suggestions()).attachSuggested(id) },
	};
}
