import * as l10n from "@vscode/l10n";
import { numberText } from "../../../shared/text/numberText";
import { fenceAround } from "../../../shared/untrusted/markdownLine";
import type { TokenCounter } from "../../context/tokens/tokenCounter";
import { imageTokens } from "../../context/tokens/tokenEstimate";
import type { CapabilityStore } from "../../gateway/capabilities/capabilityStore";
import type { EffortStore } from "../../gateway/capabilities/effortStore";
import type { ChatRequest } from "../../gateway/gateway";
import { chatBody } from "../../gateway/request/chatBody";

/** Maximum number of characters of a part that are shown above the raw JSON, which has all of them. */
const longestPart = 20_000;

interface Part {
	readonly role: string;
	readonly name: string;
	readonly tokens: number;
	/** Absent for an image. */
	readonly text?: string;
}

/** The learned capabilities, and the chosen efforts, of each gateway's models. */
interface ModelStores {
	readonly capabilities: Pick<CapabilityStore, "get">;
	readonly efforts: Pick<EffortStore, "get">;
}

/** The time at which a preview was made, and the language in which the time is written. */
interface PreviewTime {
	/** In milliseconds since the epoch. */
	readonly at: number;
	readonly language: string;
}

/** Returns the body that a request will have. @param gateway the base URL's `href`. */
export function previewedBody(request: ChatRequest, gateway: string, { capabilities, efforts }: ModelStores) {
	const { model } = request;
	return chatBody(request, capabilities.get(gateway, model), efforts.get(gateway, model));
}

/**
 * Returns a Markdown document about a request: the role, the tokens and the text of each part, and, folded, the body as
 * it is sent. All texts are in fences, so that none is rendered as Markdown.
 */
export function requestPreview(
	body: ReturnType<typeof chatBody>,
	counter: TokenCounter,
	{ at, language }: PreviewTime,
): string {
	const parts = body.messages.flatMap(({ role, content }) => partsOf(role, content, counter));
	const { messages, ...fields } = body;
	return [
		`# ${l10n.t("The next request")}`,
		l10n.t(
			"As it would be sent at {0}. Run the command again when the question, its context or the conversation changes.",
			new Intl.DateTimeFormat(language, { timeStyle: "medium" }).format(at),
		),
		l10n.t("Total tokens, including message separators: {0}", numberText(counter.ofMessages(messages))),
		tableOf(parts),
		...parts.map(sectionOf),
		`## ${l10n.t("Other fields")}`,
		fenced(JSON.stringify(fields, null, 2), "json"),
		`<details><summary><b>${l10n.t("Raw JSON, exactly as it is sent")}</b></summary>`,
		fenced(JSON.stringify(body, null, 2), "json"),
		"</details>",
		"",
	].join("\n\n");
}

type Content = ReturnType<typeof chatBody>["messages"][number]["content"];

function partsOf(role: string, content: Content, counter: TokenCounter): readonly Part[] {
	const ofText = (text: string): Part => ({ role, name: l10n.t("text"), tokens: counter.ofText(text), text });
	if (typeof content === "string") return [ofText(content)];
	return content.map((part) =>
		part.type === "text" ? ofText(part.text) : { role, name: l10n.t("image"), tokens: imageTokens() },
	);
}

function tableOf(parts: readonly Part[]): string {
	const rows = parts.map(({ role, name, tokens }, i) => `| ${i + 1} | ${role} | ${name} | ${numberText(tokens)} |`);
	return [`| | ${l10n.t("Role")} | ${l10n.t("Part")} | ${l10n.t("Tokens")} |`, "|---|---|---|---:|", ...rows].join(
		"\n",
	);
}

function sectionOf({ role, name, tokens, text }: Part, i: number): string {
	const size = tokens === 1 ? l10n.t("1 token") : l10n.t("{0} tokens", numberText(tokens));
	const title = `## ${i + 1}. ${l10n.t("{0}: {1}", role, name)}, ${size}`;
	if (text === undefined) return title;
	if (text.length <= longestPart) return `${title}\n\n${fenced(text, "text")}`;
	const cut = l10n.t("The rest is in the raw JSON below.");
	return `${title}\n\n${fenced(text.slice(0, longestPart).toWellFormed(), "text")}\n\n${cut}`;
}

function fenced(text: string, language: string): string {
	const fence = fenceAround(text);
	return `${fence}${language}\n${text}\n${fence}`;
}
