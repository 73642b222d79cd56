import type { AgentRow } from "../../../src/shared/agentWork";
import type { Snapshot } from "../../../src/shared/chatProtocol";
import type { Message } from "../../../src/shared/conversation";
import { pick, seededRandom } from "../../faults/seededRandom";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";

const words =
	"the gateway answers with a stream of pieces and each of them is a part of one word or more than that while the panel writes what has come so far into its page and keeps the reader where he is".split(
		" ",
	);

/** Approximate length of each document, in characters. */
const size = 120_000;

type Random = () => number;

const sentence = (random: Random, count: number) => Array.from({ length: count }, () => pick(words, random)).join(" ");

function paragraph(random: Random): string {
	const plain = () => sentence(random, 12);
	return `${plain()} \`${pick(words, random)}()\` ${plain()} **${sentence(random, 3)}** ${plain()} [${sentence(random, 2)}](https://example.org/${pick(words, random)}), ${plain()}.\n\n`;
}

function code(random: Random, lines: number): string {
	const body = Array.from({ length: lines }, (_, i) =>
		i % 8 === 0
			? `// ${sentence(random, 6)}`
			: `export const value${i} = compute("${sentence(random, 3)}", ${i}, { flag: true });`,
	);
	return `\`\`\`typescript\n${body.join("\n")}\n\`\`\`\n\n`;
}

function table(random: Random, rows: number): string {
	const row = () => `| ${sentence(random, 2)} | \`${pick(words, random)}\` | ${Math.floor(random() * 10_000)} |\n`;
	return `| Name | Kind | Value |\n|:-----|------|------:|\n${Array.from({ length: rows }, row).join("")}\n`;
}

function list(random: Random, items: number): string {
	const item = (i: number) =>
		`- **${sentence(random, 2)}**: ${sentence(random, 9)}\n${i % 5 === 0 ? `  - ${sentence(random, 6)}\n` : ""}`;
	return `${Array.from({ length: items }, (_, i) => item(i)).join("")}\n`;
}

/** Repeats a block until the document is large enough. */
function fill(block: (index: number) => string): string {
	let text = "";
	for (let i = 0; text.length < size; i++) text += block(i);
	return text;
}

/** The documents that are streamed, by name; always the same. */
export const documents = {
	/** 120,000 characters with 40 code blocks and 13 tables. */
	document: () => {
		const random = seededRandom(1);
		const sections = Array.from({ length: 40 }, (_, i) => {
			const head = `## ${sentence(random, 4)}\n\n${paragraph(random)}${paragraph(random)}`;
			return head + code(random, 20) + (i % 3 === 0 && i < 39 ? table(random, 10) : list(random, 5));
		}).join("");
		let text = sections;
		while (text.length < size) text += paragraph(random);
		return text;
	},
	table: () => {
		const random = seededRandom(2);
		return table(random, 4150);
	},
	list: () => {
		const random = seededRandom(3);
		return fill((i) =>
			list(random, 1)
				.trimEnd()
				.concat("\n", i % 7 === 0 ? `  - ${sentence(random, 5)}\n` : ""),
		);
	},
	code: () => {
		const random = seededRandom(4);
		return code(random, 1800);
	},
} as const;

/** Returns a conversation of this many messages, 716 KB for each 500; its last answer is complete. */
export function conversationOf(count: number): Snapshot {
	const random = seededRandom(5);
	const messages = Array.from({ length: count }, (_, i): Message => {
		const id = `m${i}`;
		if (i % 2 === 0) {
			return { role: "user", id, parent: null, text: sentence(random, 30), attachments: [], at: i };
		}
		const text = `${paragraph(random)}${paragraph(random)}${code(random, 24)}${i % 4 === 1 ? table(random, 8) : list(random, 4)}${paragraph(random)}`;
		return answerOf(id, text, true);
	});
	return snapshotOf(messages);
}

/** Returns a conversation of this many tasks of an agent, each with this many steps: reads, searches and changes, with its notes. */
export function tasksOf(count: number, steps: number): Snapshot {
	const random = seededRandom(6);
	const messages = Array.from({ length: 2 * count }, (_, i): Message => {
		const id = `m${i}`;
		if (i % 2 === 0) {
			return { role: "user", id, parent: null, text: sentence(random, 30), attachments: [], at: i };
		}
		const rows = Array.from({ length: steps }, (_, at) => stepOf(random, at));
		const agent = { rows, turns: steps, tokens: steps * 1_000, settled: 0 };
		return { ...answerOf(id, paragraph(random), true), agent };
	});
	return snapshotOf(messages);
}

function stepOf(random: Random, at: number): AgentRow {
	const tool = pick(["read_file", "search", "edit_file", "read_file", "get_problems"], random);
	const target = `src/${pick(words, random)}/${pick(words, random)}.ts`;
	return {
		...{ tool, target, state: pick(["done", "done", "done", "failed"], random), begunAt: at, endedAt: at + 1 },
		note: at % 4 === 0 ? sentence(random, 12) : "",
		given: JSON.stringify({ path: target, text: sentence(random, 10) }, undefined, 2),
		// The length that a row keeps.
		result: code(random, 30).slice(0, 2_000),
	};
}
