import * as vscode from "vscode";
import { messageOf, UserError } from "../../core/base/errors";
import type { ContextSource } from "../../core/context/contextSource";
import { type ContextWindow, roomFor } from "../../core/context/contextWindow";
import type { DraftContext } from "../../core/context/draftContext";
import { imageTokens, textTokens } from "../../core/context/tokenEstimate";
import type { Attachment } from "../../shared/conversation";
import { chooseDoubtful, type Doubtful } from "./chooseDoubtful";
import { GitIgnore } from "./gitIgnore";

/**
 * Who named what is to be attached. What the page names may have been put into its mouth: files outside the workspace are
 * asked about.
 */
export type NamedBy = "user" | "page";

/** Reads pieces of context and attaches them; asks first where one should think twice. */
export class Attacher {
	constructor(
		private readonly attached: DraftContext,
		private readonly window: () => ContextWindow | undefined,
	) {}

	/** @throws UserError for what cannot be read, after everything else was attached. */
	async attach(sources: readonly ContextSource[], by: NamedBy = "user"): Promise<void> {
		const read = await Promise.allSettled(sources.map((source) => this.attached.read(source)));
		const rules = new GitIgnore();
		const clear: [ContextSource, Attachment][] = [];
		const doubtful: (Doubtful & { readonly source: ContextSource })[] = [];
		for (const [i, source] of sources.entries()) {
			const result = read[i];
			if (result?.status !== "fulfilled") continue;
			const attachment = result.value;
			const reasons = await this.#reasons(source, attachment, rules, by);
			if (reasons.length === 0) clear.push([source, attachment]);
			else doubtful.push({ source, attachment, reasons });
		}
		for (const [source, attachment] of clear) await this.attached.attach(source, attachment);
		for (const { source, attachment } of await chooseDoubtful(doubtful)) await this.attached.attach(source, attachment);
		const failed = read.flatMap((result) => (result.status === "rejected" ? [messageOf(result.reason)] : []));
		if (failed.length > 0) throw new UserError(failed.join(" "));
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
		const ignored = uri !== undefined && (await rules.mayIgnore(uri));
		const strange = by === "page" && uri !== undefined && !vscode.workspace.getWorkspaceFolder(uri);
		// Loaded with the first attachment.
		const { reasonsToAsk } = await import("../../core/context/askBefore");
		return reasonsToAsk({ attachment, tokens, room: window ? roomFor(window, undefined) : null, ignored, strange });
	}
}
