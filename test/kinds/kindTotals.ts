import { type PublishedKind, type PublishedModel, publishedKinds } from "./publishedModels";

/** The numbers of names by result. Models of kind `unknown` are offered for chat. */
export interface KindTotals {
	readonly names: number;
	readonly chat: number;
	readonly chatHidden: number;
	readonly embedding: number;
	readonly embeddingOffered: number;
	readonly other: number;
	readonly otherOffered: number;
}

/** Maximum share of the embedding models, and of the other models, that may be offered for chat. */
export const mostOffered = 0.03;

export function kindTotals(models: readonly PublishedModel[]): KindTotals {
	const of = (kind: PublishedKind) => models.filter(({ is }) => is === kind);
	const offered = (kind: PublishedKind) => of(kind).filter(isOffered).length;
	return {
		names: models.length,
		chat: of("chat").length,
		chatHidden: of("chat").length - offered("chat"),
		embedding: of("embedding").length,
		embeddingOffered: offered("embedding"),
		other: of("other").length,
		otherOffered: offered("other"),
	};
}

/** Returns a line for each model, those with wrong kinds, and the totals below a rule. */
export function kindTable(title: string, models: readonly PublishedModel[]): string {
	const width = Math.max(...models.map(({ name }) => name.length));
	const sorted = publishedKinds.flatMap((kind) => models.filter(({ is }) => is === kind));
	const lines = sorted.map((model) => {
		const { name, is, called } = model;
		const mark = isWrong(model) ? "  ← wrong" : "";
		return `${name.padEnd(width)}  ${is.padEnd(10)}  ${called}${mark}`.trimEnd();
	});
	const { names, chat, chatHidden, embedding, embeddingOffered, other, otherOffered } = kindTotals(models);
	const share = (part: number, all: number) => `${part} of ${all} (${((100 * part) / Math.max(1, all)).toFixed(1)} %)`;
	return [
		`${title}: ${names} names`,
		"",
		`${"name".padEnd(width)}  ${"is".padEnd(10)}  called`,
		"─".repeat(width + 24),
		...lines,
		"─".repeat(width + 24),
		`chat models hidden: ${share(chatHidden, chat)}`,
		`embedding models offered for chat: ${share(embeddingOffered, embedding)}`,
		`others offered for chat: ${share(otherOffered, other)}`,
	].join("\n");
}

function isOffered({ called }: PublishedModel): boolean {
	return called === "chat" || called === "unknown";
}

function isWrong(model: PublishedModel): boolean {
	return model.is === "chat" ? !isOffered(model) : model.is !== "completion" && isOffered(model);
}
