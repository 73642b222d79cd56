import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { modelKind } from "../../src/core/gateway/models/modelKind";
import type { ModelKind } from "../../src/shared/conversation";
import { repositoryFolder } from "../host/paths";

/**
 * The kinds of models in published lists. `completion` models continue a text; some still answer chats, such as
 * Ollama's, so that no goal counts them.
 */
export const publishedKinds = ["chat", "embedding", "other", "completion"] as const;
export type PublishedKind = (typeof publishedKinds)[number];

/** A model of a list that others have published. */
export interface PublishedModel {
	readonly name: string;
	readonly is: PublishedKind;
	/** The kind that is derived here only from its name. */
	readonly called: ModelKind;
}

/** A file in `test/kinds/lists`: names and kinds as a package on npm gives them, without changes. */
interface PublishedList {
	readonly source: string;
	readonly licence: string;
	readonly kinds: string;
	readonly models: Readonly<Record<PublishedKind, readonly string[]>>;
}

/** The lists that are divided into halves: the rules were written against one, and only totals were seen of the other. */
const lists = ["litellmModels", "aiGatewayModels", "workersAiModels"] as const;

/** The half of the lists that the rules of `modelNames.ts` were not written against: a name's SHA-256 begins with an odd byte. */
export function heldOutModels(): readonly PublishedModel[] {
	return lists.flatMap(modelsOf).filter(({ name }) => isHeldOut(name));
}

/**
 * The same half of another list, names from the AI SDK's packages of providers; its other half, and the errors in
 * this one, led to some of the rules.
 */
export function freshModels(): readonly PublishedModel[] {
	return modelsOf("aiSdkModels").filter(({ name }) => isHeldOut(name));
}

/** The half of Lobe Chat's list of which only totals were seen before the last rules were written. */
export function lobeChatModels(): readonly PublishedModel[] {
	return modelsOf("lobeChatModels").filter(({ name }) => isHeldOut(name));
}

/** Names that LiteLLM has added since. Only Gemini's previews that speak became chat models because of them. */
export function laterModels(): readonly PublishedModel[] {
	return modelsOf("laterLitellmModels");
}

function modelsOf(list: string): readonly PublishedModel[] {
	const file = join(repositoryFolder, "test", "kinds", "lists", `${list}.json`);
	const { models } = JSON.parse(readFileSync(file, "utf8")) as PublishedList;
	return publishedKinds.flatMap((is) => models[is].map((name) => ({ name, is, called: modelKind(name, {}) })));
}

function isHeldOut(name: string): boolean {
	return ((createHash("sha256").update(name).digest()[0] ?? 0) & 1) === 1;
}
