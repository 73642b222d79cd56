import { assertAttachmentsFit } from "../../core/context/pendingAttachments";
import type { ChatHost } from "../../shared/chatProtocol";
import { type MakingRoom, makingRoom } from "../../shared/conversation";
import type { Check, Handlers } from "../../shared/rpc";
import { cutText } from "../../shared/untrusted/cutText";
import { limits } from "../../shared/untrusted/limits";
import type { ComposerServices } from "./composerServices";
import { isName, isPasted, isPicture, isUris } from "./pageArguments";

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
				assertAttachmentsFit(uris.length);
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
