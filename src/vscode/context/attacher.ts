import * as vscode from "vscode";
import { messageOf, UserError } from "../../core/base/errors";
import { attachmentWarnings } from "../../core/context/attachmentWarnings";
import type { ContextSource } from "../../core/context/contextSource";
import { assertAttachmentsFit, type PendingAttachments } from "../../core/context/pendingAttachments";
import { type ContextWindow, roomFor } from "../../core/context/tokens/contextWindow";
import { imageTokens, textTokens } from "../../core/context/tokens/tokenEstimate";
import type { Attachment } from "../../shared/conversation";
import { limits } from "../../shared/untrusted/limits";
import { displayPath } from "../workspace/displayPath";
import { GitIgnore } from "../workspace/gitIgnore";
import { realUri } from "../workspace/realPath";
import { confirmDoubtfulFile, confirmDoubtfulFiles, type Doubtful } from "./confirmDoubtfulFiles";

/** Number of sources read at the same time. */
const readAtOnce = 8;

/**
 * The source of a request to attach. The page may have been manipulated, so it needs confirmation for files outside the
 * workspace.
 */
export type NamedBy = "user" | "page";

/** Reads pieces of context and attaches them; asks first where there is a reason to hesitate. */
export class Attacher {
	constructor(
		private readonly attached: PendingAttachments,
		private readonly window: () => ContextWindow | undefined,
	) {}

	/** @throws UserError for sources that cannot be read, after everything else was attached. */
	async attach(sources: readonly ContextSource[], by: NamedBy = "user"): Promise<void> {
		const read = await this.#readAll(sources);
		const rules = new GitIgnore();
		const clear: { readonly source: ContextSource; readonly attachment: Attachment }[] = [];
		const doubtful: (Doubtful & { readonly source: ContextSource })[] = [];
		for (const [i, source] of sources.entries()) {
			const result = read[i];
			if (result?.status !== "fulfilled") continue;
			const attachment = result.value;
			const reasons = await this.#reasons(source, attachment, rules, by);
			if (reasons.length === 0) clear.push({ source, attachment });
			else doubtful.push({ source, attachment, reasons });
		}
		await this.attached.attachAll(clear);
		await this.attached.attachAll(await confirmDoubtfulFiles(doubtful));
		const failed = read.flatMap((result) => (result.status === "rejected" ? [messageOf(result.reason)] : []));
		if (failed.length > 0) throw new UserError(failed.join(" "));
	}

	/**
	 * Asks whether to send what was read, where there is a reason to hesitate.
	 *
	 * @returns `undefined` when the user cancels.
	 */
	async confirm(source: ContextSource, attachment: Attachment): Promise<boolean | undefined> {
		const reasons = await this.#reasons(source, attachment, new GitIgnore(), "user");
		return reasons.length === 0 ? true : confirmDoubtfulFile({ attachment, reasons });
	}

	/** Reads a few sources at a time, up to the limit of one question. @throws UserError when the limit is exceeded. */
	async #readAll(sources: readonly ContextSource[]): Promise<readonly PromiseSettledResult<Attachment>[]> {
		const { pending } = this.attached;
		assertAttachmentsFit(pending.length + sources.length);
		let left = limits.conversationEventLength - sum(pending.map(({ attachment }) => lengthOf(attachment)));
		const read: PromiseSettledResult<Attachment>[] = [];
		for (let at = 0; at < sources.length; at += readAtOnce) {
			const some = sources.slice(at, at + readAtOnce);
			for (const result of await Promise.allSettled(some.map((source) => this.attached.read(source)))) {
				if (result.status === "fulfilled") left -= lengthOf(result.value);
				read.push(result);
			}
			if (left < 0)
				throw new UserError(
					vscode.l10n.t(
						"Together, these are larger than {0} MB, the maximum for a question. Nothing was attached.",
						limits.conversationEventLength / 1024 / 1024,
					),
				);
		}
		return read;
	}

	async #reasons(
		source: ContextSource,
		attachment: Attachment,
		rules: GitIgnore,
		by: NamedBy,
	): Promise<readonly string[]> {
		const window = this.window();
		const { image, text } = attachment;
		const tokens = image === undefined ? (window?.counter.ofText(text) ?? textTokens(text)) : imageTokens();
		const uri = "uri" in source && source.uri !== null ? vscode.Uri.parse(source.uri, true) : undefined;
		const inside = uri !== undefined && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
		const real = inside ? await realUri(uri) : uri;
		const doubt = await rules.doubt([uri, real].filter((one) => one !== undefined));
		return attachmentWarnings({
			attachment,
			tokens,
			room: window ? roomFor(window, undefined) : null,
			...doubt,
			strange: by === "page" && uri !== undefined && !inside,
			leadsOut: inside && real === undefined,
			...(real ? { realPath: displayPath(real) } : {}),
		});
	}
}

function lengthOf({ text, image = "" }: Attachment): number {
	return text.length + image.length;
}

function sum(lengths: readonly number[]): number {
	return lengths.reduce((all, one) => all + one, 0);
}
