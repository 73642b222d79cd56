import * as l10n from "@vscode/l10n";
import type { Attachment } from "../../shared/conversation";
import { numberText } from "../../shared/text/numberText";
import { inertPath } from "../../shared/untrusted/inertText";
import { hasSecretName } from "./secrets/secretFiles";
import { secretIn } from "./secrets/secretTexts";

/** Number of tokens above which the user is asked before attaching. */
const large = 20_000;

/** Reasons to ask about a file that come from Git's ignore rules. */
export interface IgnoreDoubt {
	readonly ignored: boolean;
	/** The file of ignore rules that cannot be read, so that it is unknown whether Git ignores the file. */
	readonly unreadableRules?: string;
}

/** The facts about a piece of context before it is attached. */
export interface Candidate extends IgnoreDoubt {
	readonly attachment: Attachment;
	readonly tokens: number;
	/** The number of tokens that a request may have; `null` when it is unknown. */
	readonly room: number | null;
	/** Whether it is outside the workspace and was not chosen in one of VS Code's dialogs. */
	readonly strange: boolean;
	/** Whether it is reached through a link that leads out of the workspace. */
	readonly leadsOut?: boolean;
	/** Its path with every link resolved. */
	readonly realPath?: string;
}

/** Returns the reasons to ask the user before attaching something; an empty array when there are none. */
export function attachmentWarnings(candidate: Candidate): string[] {
	const { attachment, tokens, room, ignored, unreadableRules, strange, leadsOut, realPath } = candidate;
	const { path, text, sources = [path] } = attachment;
	const secret = [...sources, ...(realPath === undefined ? [] : [realPath])].find(hasSecretName);
	const reasons: string[] = [];
	if (secret !== undefined) reasons.push(l10n.t("{0} usually contains secrets", inertPath(secret)));
	if (sources.includes("")) reasons.push(l10n.t("Git does not say which file it comes from"));
	const held = secretIn(text);
	if (held === "privateKey") reasons.push(l10n.t("it contains a private key"));
	if (held === "token") reasons.push(l10n.t("it seems to contain an access key or a token"));
	if (text.includes("\uFFFD") || text.includes("\0")) reasons.push(l10n.t("part of it is not readable text"));
	if (ignored) reasons.push(l10n.t("Git ignores it"));
	if (unreadableRules !== undefined)
		reasons.push(l10n.t("the ignore rules in {0} cannot be read, so Git may ignore it", inertPath(unreadableRules)));
	if (leadsOut) reasons.push(l10n.t("a link to it leads out of the workspace"));
	if (strange) reasons.push(l10n.t("it is outside the workspace"));
	if (tokens > Math.min(large, room === null ? large : room / 2))
		reasons.push(l10n.t("it is large: about {0} tokens", numberText(tokens)));
	return reasons;
}
