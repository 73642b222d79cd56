import type { ModelKind } from "../../shared/conversation";
import { kindOfHints } from "./modelHints";
import { kindOfName } from "./modelNames";

/**
 * What a model is for (docs/gateway-quirks.md#chat-or-embedding-model): what its gateway says of it goes before its
 * name. Where the gateway says only that it answers with text, the name goes first: a transcriber answers with text too.
 */
export function modelKind(id: string, fields: Readonly<Record<string, unknown>>): ModelKind {
	const hint = kindOfHints(fields);
	if (hint === "chat" || hint === "embedding" || hint === "other") return hint;
	const named = kindOfName(id);
	if (hint === "notChat") return named === "embedding" ? "embedding" : "other";
	return named ?? (hint === "text" ? "chat" : "unknown");
}
