import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { modelKind } from "../../src/core/gateway/models/modelKind";
import type { ModelKind } from "../../src/shared/conversation";
import { repositoryFolder } from "../host/paths";

/**
 * The kinds of models in published lists. `completion` models continue a text; some of them also answer chats, such as
 * Ollama's, so no goal counts them.
 */
export const publishedKinds = ["chat", "embedding", "other", "completion"] as const;
export type PublishedKind = (typeof publishedKinds)[number];

/** A model in a published list. */
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

/** Lists that are divided into halves: the rules were written with one half; of the other, only totals were looked at. */
const lists = ["litellmModels", "aiGatewayModels", "workersAiModels"] as const;

/**
 * Returns the half of the lists that was not used to write the rules of `modelNames.ts`: names whose SHA-256 begins
 * with an odd byte.
 */
export function heldOutModels(): readonly PublishedModel[] {
	return lists.flatMap(modelsOf).filter(({ name }) => isHeldOut(name));
}

/**
 * Returns the same half of another list, with names from the AI SDK's provider packages. Its other half, and the errors
 * in this half, led to some of the rules.
 */
export function freshModels(): readonly PublishedModel[] {
	return modelsOf("aiSdkModels").filter(({ name }) => isHeldOut(name));
}

/** Returns the half of Lobe Chat's list of which only totals were looked at before the last rules were written. */
export function lobeChatModels(): readonly PublishedModel[] {
	return modelsOf("lobeChatModels").filter(({ name }) => isHeldOut(name));
}

/**
 * Returns names that LiteLLM added later. They led to only one rule: Gemini's preview models that speak count as chat
 * models.
 */
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
