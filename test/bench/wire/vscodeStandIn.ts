// A stand-in for VS Code's API: only the parts that the provider of language models uses.
export class LanguageModelTextPart {
	constructor(readonly value: string) {}
}
export class LanguageModelThinkingPart extends LanguageModelTextPart {}
export class LanguageModelToolCallPart {
	constructor(
		readonly callId: string,
		readonly name: string,
		readonly input: object,
	) {}
}
export class LanguageModelToolResultPart {}
export class LanguageModelDataPart {}
export class LanguageModelError extends Error {}
export const LanguageModelChatMessageRole = { User: 1, Assistant: 2 };
export const LanguageModelChatToolMode = { Auto: 1, Required: 2 };
export const l10n = { t: (text: string) => text };
export const QuickInputButtons = { Back: {} };
