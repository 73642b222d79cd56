// Runs in VS Code's extension host in place of tests, as a second extension: asks a model of Gatehouse's and one that
// answers from memory in turns, and writes the times of the answers to the file GATEHOUSE_BENCH_RESULT.
import { writeFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import * as vscode from "vscode";
import { type PacedTimes, pacedQuestion, paces, type WholeWay } from "./wholeWay";

const rounds = Number(process.env.GATEHOUSE_BENCH_ROUNDS);
/** The text of each chunk of the answer. */
const chunks: readonly string[] = JSON.parse(process.env.GATEHOUSE_BENCH_CHUNKS ?? "");
/** Returns the request that Gatehouse sends, as plainly as possible. */
const requestOf = (content: string) =>
	[
		`${process.env.GATEHOUSE_DEMO_URL}/v1/chat/completions`,
		{
			method: "POST",
			headers: { authorization: `Bearer ${process.env.GATEHOUSE_DEMO_KEY}`, "content-type": "application/json" },
			body: JSON.stringify({ model: "demo-echo", messages: [{ role: "user", content }], stream: true }),
		},
	] as const;
const request = requestOf("hello");

/**
 * Returns the milliseconds from the request to the first part and to the end of the answer, and the texts of its parts.
 *
 * @throws Error when it is not the expected answer.
 */
async function read(model: vscode.LanguageModelChat, question = "hello", expected = chunks) {
	const begun = performance.now();
	const response = await model.sendRequest([vscode.LanguageModelChatMessage.User(question)]);
	const texts: string[] = [];
	let first = Number.NaN;
	for await (const part of response.stream) {
		if (texts.length === 0) first = performance.now() - begun;
		if (part instanceof vscode.LanguageModelTextPart) texts.push(part.value);
	}
	const milliseconds = performance.now() - begun;
	if (texts.join("") !== expected.join("")) throw new Error(`${model.vendor}: another answer, ${texts.length} parts`);
	return { milliseconds, first, texts };
}

/** Returns the milliseconds until the gateway's first bytes, and until the end of its answer. */
async function fetched(question: string) {
	const begun = performance.now();
	const { body } = await fetch(...requestOf(question));
	let first = Number.NaN;
	const reader = body?.getReader();
	while (reader && !(await reader.read()).done) if (Number.isNaN(first)) first = performance.now() - begun;
	return { first, milliseconds: performance.now() - begun, texts: [] };
}

/** Returns a model as soon as VS Code has it. */
async function modelOf(selector: vscode.LanguageModelChatSelector): Promise<vscode.LanguageModelChat> {
	for (;;) {
		const changed = new Promise((resolve) => vscode.lm.onDidChangeChatModels(resolve));
		const [model] = await vscode.lm.selectChatModels(selector);
		if (model) return model;
		await changed;
	}
}

/** VS Code calls it. */
export async function run(): Promise<void> {
	const echo = await modelOf({ vendor: "bench-echo" });
	const gatehouse = await modelOf({ vendor: "gatehouse", family: "demo-echo" });
	const reported: { texts: readonly string[]; request?: typeof request | undefined; pause?: number } =
		await vscode.extensions.getExtension("gatehouse-bench.echo-models")?.activate();
	const times = (): PacedTimes => ({ first: [], whole: [], parts: [] });
	const way: WholeWay = {
		...{ gatehouse: [], echo: [], echoOfParts: [], echoOfFetch: [], parts: [] },
		paced: paces.map((pace) => ({ pace, gatehouse: times(), echo: times(), fetch: times() })),
	};
	const echoOf = async (texts: readonly string[], sent?: typeof request) => {
		Object.assign(reported, { texts, request: sent });
		return (await read(echo)).milliseconds;
	};
	// The first round only warms up.
	for (let round = 0; round <= rounds; round++) {
		const ours = await read(gatehouse);
		const ofChunks = await echoOf(chunks);
		// The number of chunks in one part depends on timing.
		const ofParts = await echoOf(ours.texts);
		const ofFetch = await echoOf(ours.texts, request);
		if (round === 0) continue;
		way.gatehouse.push(ours.milliseconds);
		way.echo.push(ofChunks);
		way.echoOfParts.push(ofParts);
		way.echoOfFetch.push(ofFetch);
		way.parts.push(ours.texts.length);
	}
	for (const { pace, ...found } of way.paced) {
		const question = pacedQuestion(pace);
		const pacedChunks = chunks.slice(0, pace.chunks);
		Object.assign(reported, { texts: pacedChunks, request: undefined, pause: pace.pause });
		const readers = {
			gatehouse: () => read(gatehouse, question, pacedChunks),
			echo: () => read(echo, question, pacedChunks),
			fetch: () => fetched(question),
		};
		for (let round = 0; round <= pace.rounds; round++)
			for (const [name, ask] of Object.entries(readers)) {
				const { first, milliseconds, texts } = await ask();
				if (round === 0) continue;
				const of = found[name as keyof typeof readers];
				of.first.push(first);
				of.whole.push(milliseconds);
				of.parts.push(texts.length);
			}
	}
	await writeFile(process.env.GATEHOUSE_BENCH_RESULT ?? "", JSON.stringify(way));
}
