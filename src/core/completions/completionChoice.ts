import { hasFields, ownField } from "../../shared/untrusted/ownField";
import type { CompletionMode } from "./completionRate";

/** What the user chose for the completions of one gateway. */
export interface CompletionChoice {
	readonly model: string;
	readonly mode: CompletionMode;
	/** The modes of languages that differ from `mode`, by VS Code's language id. */
	readonly languages: Readonly<Record<string, CompletionMode>>;
}

const modes: readonly unknown[] = ["typing", "demand", "off"] satisfies readonly CompletionMode[];

function isMode(value: unknown): value is CompletionMode {
	return modes.includes(value);
}

/**
 * Reads the setting `gatehouse.completions`, which users may also write by hand: a model and a mode for each gateway,
 * by its name. `undefined` where nothing valid is set for the gateway.
 */
export function completionChoice(setting: unknown, gateway: string): CompletionChoice | undefined {
	const entry = hasFields(setting) ? ownField(setting as Record<string, unknown>, gateway) : undefined;
	if (!hasFields(entry) || typeof entry.model !== "string" || entry.model === "") return undefined;
	const languages = hasFields(entry.languages) ? Object.entries(entry.languages) : [];
	return {
		model: entry.model,
		mode: isMode(entry.mode) ? entry.mode : "demand",
		languages: Object.fromEntries(languages.filter((one): one is [string, CompletionMode] => isMode(one[1]))),
	};
}

/** Returns the mode for a language. */
export function modeFor({ mode, languages }: CompletionChoice, languageId: string): CompletionMode {
	return ownField(languages, languageId) ?? mode;
}

/** Returns whether completions are off in every language. */
export function isOff({ mode, languages }: CompletionChoice): boolean {
	return [mode, ...Object.values(languages)].every((one) => one === "off");
}

/** Returns the setting with a gateway's new name; `undefined` where there is nothing to rename. */
export function withNewName(setting: unknown, from: string, to: string): Readonly<Record<string, unknown>> | undefined {
	if (from === to || !hasFields(setting) || !Object.hasOwn(setting, from) || Object.hasOwn(setting, to))
		return undefined;
	const { [from]: entry, ...others } = setting;
	return { ...others, [to]: entry };
}

/**
 * Returns the setting with another choice; the rest of it is kept.
 *
 * @param languageId the only language to which the mode applies; absent for all languages.
 */
export function withChoice(
	setting: unknown,
	gateway: string,
	{ model, mode }: Pick<CompletionChoice, "model" | "mode">,
	languageId?: string,
): Readonly<Record<string, unknown>> {
	const known = completionChoice(setting, gateway);
	const entry =
		languageId === undefined
			? { model, mode }
			: { model, mode: known?.mode ?? "off", languages: { ...known?.languages, [languageId]: mode } };
	return { ...(hasFields(setting) ? setting : {}), [gateway]: entry };
}
