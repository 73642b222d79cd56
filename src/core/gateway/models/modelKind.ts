import type { ModelKind } from "../../../shared/conversation";
import { kindOfHints } from "./modelHints";
import { kindOfName } from "./modelNames";

/**
 * Returns the kind of a model (docs/gateway-quirks.md#chat-or-embedding-model): its gateway's statement takes
 * precedence over its name. If the gateway only states that it answers with text, the name takes precedence: a
 * transcriber answers with text too.
 */
export function modelKind(id: string, fields: Readonly<Record<string, unknown>>): ModelKind {
	const hint = kindOfHints(fields);
	if (hint === "chat" || hint === "embedding" || hint === "other") return hint;
	const named = kindOfName(id);
	if (hint === "notChat") return named === "embedding" ? "embedding" : "other";
	return named ?? (hint === "text" ? "chat" : "unknown");
}
