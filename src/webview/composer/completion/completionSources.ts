import * as l10n from "@vscode/l10n";
import type { ChatHost, ConnectionView, Suggestion } from "../../../shared/chatProtocol";
import type { ModelInfo } from "../../../shared/conversation";
import { fuzzyMatch } from "../../../shared/fuzzyMatch";
import { tokensText } from "../../../shared/text/numberText";
import type { CompletionSources } from "./completer";
import type { CompletionSign } from "./completionWord";

/**
 * Returns the sources of suggestions for each trigger character: actions and context from the host, models from the
 * page.
 */
export function completionSources(host: () => ChatHost, connection: () => ConnectionView): CompletionSources {
	const best = (query: string, suggestions: readonly Suggestion[]) =>
		fuzzyMatch(query, suggestions, ({ label }) => label);
	return {
		"/": async function* (query) {
			yield best(query, await host().suggestActions());
		},
		"@": async function* (query) {
			const { model, models } = connection();
			yield withLast(best(query, models.map(modelSuggestion)), model);
		},
		"#": async function* (query) {
			yield await host().suggestContext(query);
			if (query.trim().length >= 2) yield await host().suggestSymbols(query);
		},
	};
}

/** Returns the suggestions, with the one of this id last: the model in use answers without being mentioned. */
function withLast(suggestions: readonly Suggestion[], last: string | null): Suggestion[] {
	return [...suggestions.filter(({ id }) => id !== last), ...suggestions.filter(({ id }) => id === last)];
}

function modelSuggestion({ id, contextLength }: ModelInfo): Suggestion {
	return { id, label: id, detail: contextLength ? tokensText(contextLength, false) : "", icon: "mention" };
}

/** Returns the name of the list of suggestions for a trigger character. */
export function completionName(sign: CompletionSign): string {
	switch (sign) {
		case "/":
			return l10n.t("Actions");
		case "@":
			return l10n.t("Models for this one question");
		case "#":
			return l10n.t("Context");
	}
}

/** Returns the announcement of the number of suggestions for screen readers. */
export function suggestionsFound(count: number): string {
	return count === 1 ? l10n.t("1 suggestion") : l10n.t("{0} suggestions", count);
}
