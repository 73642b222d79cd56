import assert from "node:assert/strict";
import { completionChoice, modeFor, withChoice, withNewName } from "../../../../src/core/completions/completionChoice";
import { measureCompletions } from "../../../../src/core/completions/measureCompletions";
import type { FillInGateway } from "../../../../src/core/gateway/fillIn/fillIn";
import { manualClock } from "../memoryPorts";

describe("completions: the setting", () => {
	it("has a model and modes for each gateway, and ignores invalid values", () => {
		const setting = {
			A: { model: "m", mode: "typing", languages: { markdown: "off", python: 3 } },
			B: { mode: "typing" },
		};
		const choice = completionChoice(setting, "A");
		assert.deepEqual(choice, { model: "m", mode: "typing", languages: { markdown: "off" } });
		assert.equal(choice && modeFor(choice, "markdown"), "off");
		assert.equal(choice && modeFor(choice, "python"), "typing");
		assert.equal(choice && modeFor(choice, "constructor"), "typing");
		for (const gateway of ["B", "C", "constructor"]) assert.equal(completionChoice(setting, gateway), undefined);
		for (const wrong of [undefined, null, "x", [], { A: 1 }]) assert.equal(completionChoice(wrong, "A"), undefined);
		assert.equal(completionChoice({ A: { model: "m", mode: "always" } }, "A")?.mode, "demand");
	});

	it("follows a renamed gateway, unless the new name already has a setting", () => {
		const A = { model: "m", mode: "typing" };
		assert.deepEqual(withNewName({ A, B: 1 }, "A", "C"), { B: 1, C: A });
		for (const [from, to] of [
			["A", "A"],
			["A", "B"],
			["C", "D"],
			["constructor", "D"],
		] as const)
			assert.equal(withNewName({ A, B: 1 }, from, to), undefined, `${from} to ${to}`);
		assert.equal(withNewName(undefined, "A", "B"), undefined);
	});

	it("keeps the other gateways and languages when it is changed", () => {
		const before = { A: { model: "m", mode: "demand" }, B: { model: "n", mode: "off" } };
		assert.deepEqual(withChoice(before, "A", { model: "m", mode: "off" }, "markdown"), {
			A: { model: "m", mode: "demand", languages: { markdown: "off" } },
			B: { model: "n", mode: "off" },
		});
		assert.deepEqual(withChoice(undefined, "A", { model: "m", mode: "typing" }, "go"), {
			A: { model: "m", mode: "off", languages: { go: "typing" } },
		});
		assert.deepEqual(withChoice(before, "A", { model: "x", mode: "typing" }).A, { model: "x", mode: "typing" });
	});
});

describe("completions: measuring a model", () => {
	it("takes three tries to the end of one line, and does not read further", async () => {
		const clock = manualClock();
		let read = 0;
		const gateway: FillInGateway = {
			async *chat() {},
			async *complete({ maxTokens }) {
				assert.equal(maxTokens, 64);
				for (const text of ["invoice.lines", ".length;\n", "more"]) {
					clock.advance(100);
					read++;
					yield { type: "text", text };
				}
			},
		};
		const tried: number[] = [];
		const request = { model: "m", way: { rung: "suffix" as const }, acceptsTemperature: false };
		const signal = new AbortController().signal;
		assert.deepEqual(
			await measureCompletions(gateway, request, clock, signal, (count) => tried.push(count)),
			[200, 200, 200],
		);
		assert.deepEqual(tried, [1, 2, 3]);
		assert.equal(read, 6);
	});
});
