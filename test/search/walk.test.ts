import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { textTokens } from "../../src/core/context/tokens/tokenEstimate";
import { parseQuery } from "../../src/core/search/model/searchQuery";
import { indexRows } from "./world/indexRows";
import { madeSource } from "./world/madeSource";
import { never, type SearchWorld, searchWorld } from "./world/searchWorld";

const budget = `export class Budget {
	#left: number;

	constructor(limit: number) {
		this.#left = limit;
	}

	/** Takes an amount away, unless that would be more than is left. */
	spend(amount: number): boolean {
		if (amount > this.#left) return false;
		this.#left -= amount;
		return true;
	}
}
`;
const greeting = `# Says hello in the language of whoever came.
def greet_visitor(name, language):
    words = {"en": "Hello", "fr": "Bonjour"}
    return f"{words[language]}, {name}!"
`;

describe("index: a plan", () => {
	it("estimates the tokens of all files, not only of the first ones", async () => {
		const world = await searchWorld();
		try {
			const folder = (name: string, text: (i: number) => string) =>
				Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${name}/${i}.md`, text(i)]));
			// The first files have far fewer tokens per character than the others.
			const files = {
				...folder("a", (i) => `${"extraordinarily considerate correspondence ".repeat(20)}${i}\n`),
				...folder("b", (i) => `${"零一二三四五六七八九".repeat(80)}${i}\n`),
			};
			await world.write(files);
			const { tokens } = await world.index.prepare(never, () => {});
			const all = Object.values(files).reduce((sum, text) => sum + textTokens(text), 0);
			assert.ok(tokens > all * 0.8 && tokens < all * 1.2, `${tokens} for ${all}`);
		} finally {
			await world.close();
		}
	});
});

describe("index: a workspace that switches branches", () => {
	const names = Array.from({ length: 10 }, (_, i) => `src/${i}.ts`);
	const main = Object.fromEntries(names.map((path, i) => [path, madeSource(i, 8)]));

	let world: SearchWorld;
	beforeEach(async () => {
		world = await searchWorld();
	});
	afterEach(() => world.close());

	const small = async () => {
		await rm(join(world.folder, "src"), { recursive: true });
		await world.write({ "page.ts": madeSource(99, 2) });
	};
	const back = async () => {
		await rm(join(world.folder, "page.ts"));
		await world.write(main);
	};

	it("sends nothing when it returns from a small branch, however much was edited before", async () => {
		await world.write(main);
		await world.build();
		for (let edit = 0; edit < 12; edit++) {
			await world.write({ [names[0] ?? ""]: madeSource(100 + edit, 8) });
			await world.build();
		}
		await world.write(main);
		await world.build();
		await small();
		await world.build();
		await back();
		assert.equal(await world.index.follow("all", never), 0);
		assert.equal(await world.index.follow("all", never), 0, "nor later");
	});

	it("also sends nothing if the changes were reported file by file", async () => {
		await world.write({ "page.ts": madeSource(99, 2) });
		await world.build();
		await world.write(main);
		await world.index.follow(names, never);
		await world.index.build(never, () => {});
		await rm(join(world.folder, "src"), { recursive: true });
		await world.index.follow(["src"], never);
		await world.index.follow("all", never);
		await back();
		assert.equal(await world.index.follow("all", never), 0);
	});
});

describe("index: a build", () => {
	let world: SearchWorld;
	before(async () => {
		world = await searchWorld();
		await world.write({
			"src/budget.ts": budget,
			"src/greet.py": greeting,
			"README.md": "# Chores\n\nSweep the floor.\n",
		});
	});
	after(() => world.close());

	it("reports its cost before anything is sent", async () => {
		const plan = await world.index.prepare(never, () => {});
		assert.deepEqual(
			{ files: plan.files, toSend: plan.filesToSend, missing: plan.missing, model: plan.model },
			{ files: 3, toSend: 3, missing: 3, model: "demo-embed" },
		);
		assert.ok(plan.tokens > 100 && plan.tokens < 300, `${plan.tokens} tokens`);
		assert.equal(world.embedded().length, 0);
	});

	it("goes through the gateway, and answers a question with path and lines", async () => {
		const outcome = await world.index.build(never, () => {});
		assert.deepEqual(outcome, { embedded: 3, refused: [] });
		const [first] = (await world.index.search(parseQuery("take an amount away from what is left"), 5, never)).chunks;
		assert.equal(first?.path, "src/budget.ts");
		assert.equal(first?.symbol, "Budget");
		assert.deepEqual([first?.firstLine, first?.lastLine], [1, 14]);
		const [hello] = (await world.index.search(parseQuery("greetVisitor lang:py"), 5, never)).chunks;
		assert.equal(hello?.path, "src/greet.py");
		assert.ok(
			(await world.index.search(parseQuery("floor path:src"), 5, never)).chunks.every(({ path }) =>
				path.startsWith("src/"),
			),
		);
	});

	it("sends nothing for known content: a second build, a rename, a reverted change", async () => {
		const before = world.embedded().length;
		await world.build();
		await world.write({ "lib/budget.ts": budget, "src/greet.py": `\n\n${greeting}` });
		await world.build();
		const [first] = (await world.index.search(parseQuery("path:lib amount"), 5, never)).chunks;
		assert.equal(first?.path, "lib/budget.ts");
		assert.equal(world.embedded().length - before, 1, "only the question");
	});

	it("keeps content that is in no file as long as it is no more than the rest", async () => {
		const rows = () => indexRows(world.file).filter((row) => /^(?:contents|codes|vectors) /.test(row)).length / 3;
		const other = (branch: number) => madeSource(branch, 8);
		await world.write({ "src/branch.ts": other(1) });
		await world.build();
		const { contents: used = 0 } = (await world.index.facts()) ?? {};
		assert.equal(rows(), used, "nothing is unused yet, or all of it was kept");
		const sent = world.embedded().length;
		await world.write({ "src/branch.ts": other(2) });
		await world.build();
		await world.write({ "src/branch.ts": other(1) });
		await world.build();
		assert.equal(world.embedded().length - sent, 8, "switching back sends nothing");
		for (let branch = 3; branch < 8; branch++) {
			await world.write({ "src/branch.ts": other(branch) });
			await world.build();
		}
		assert.equal(rows(), used * 2);
		assert.equal((await world.index.facts())?.contents, used);
		await world.write({ "late/never.ts": other(9) });
		await world.prepare();
		await rm(join(world.folder, "late"), { recursive: true });
		await world.write({ "src/branch.ts": other(8) });
		await world.index.follow(["late", "src/branch.ts"], never);
		await world.index.build(never, () => {});
		assert.equal(rows(), used * 2, "though some were never embedded");
	});
});
