// Asks the retrieval set's questions in three ways: with keywords and vectors, and with only one of them.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseQuery } from "../../../src/core/search/model/searchQuery";
import type { FoundChunk, SearchRequest } from "../../../src/core/search/model/vectorSearch";
import { syntaxTrees } from "../../../src/worker/chunking/syntaxTrees";
import { SqliteIndexStore } from "../../../src/worker/store/sqliteIndexStore";
import { demoEmbed } from "../../gateway/endpoints/demoEmbed";
import { repositoryFolder } from "../../host/paths";
import { entriesIn } from "../../search/world/folderFiles";
import { grammars } from "../../search/world/folderIndex";
import { answerTasks } from "./answerTasks";
import type { Quality, QualityFigures } from "./qualityTask";

/** A question, and the function that answers it. */
interface Question {
	readonly question: string;
	readonly path: string;
	readonly symbol: string;
}

const set = join(repositoryFolder, "test", "bench", "search");
const looked = 5;

async function indexed(file: string): Promise<SqliteIndexStore> {
	const store = await SqliteIndexStore.open({ file, model: demoEmbed.id }, await syntaxTrees(grammars), true);
	if (!store) throw new Error("The index was not made.");
	const entries = await entriesIn(join(set, "corpus"));
	await store.chunker.cut(entries.map((entry) => ({ entry })));
	const missing = await store.chunker.missing(0, 10_000, true);
	await store.vectors.saveVectors(missing.map(({ id, text }) => ({ id, vector: demoEmbed.embed(text) })));
	return store;
}

async function asked(
	store: SqliteIndexStore,
	questions: readonly Question[],
	part: Partial<SearchRequest>,
): Promise<Quality> {
	let hits = 0;
	let reciprocal = 0;
	for (const { question, path, symbol } of questions) {
		const vector = demoEmbed.embed(question);
		const found = await store.vectors.findChunks({ query: parseQuery(question), vector, limit: 50, ...part });
		const answers = (chunk: FoundChunk) => chunk.path === path && chunk.text.includes(`${symbol}(`);
		const rank = found.findIndex(answers) + 1;
		if (rank > 0 && rank <= looked) hits++;
		if (rank > 0) reciprocal += 1 / rank;
	}
	return { recall: hits / questions.length, mrr: reciprocal / questions.length };
}

async function figures(): Promise<QualityFigures> {
	const folder = await mkdtemp(join(tmpdir(), "gatehouse-quality-"));
	try {
		const store = await indexed(join(folder, "corpus.sqlite"));
		const questions = JSON.parse(await readFile(join(set, "questions.json"), "utf8")) as readonly Question[];
		const result = {
			questions: questions.length,
			hybrid: await asked(store, questions, {}),
			keywords: await asked(store, questions, { vector: undefined }),
			meaning: await asked(store, questions, { withoutKeywords: true }),
		};
		await store.close();
		return result;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

answerTasks(figures);
