import assert from "node:assert/strict";
import { Emitter } from "../../../../src/core/base/event";
import { inertName } from "../../../../src/shared/untrusted/inertText";
import type { FoundPlace, SearchResultItem } from "../../../../src/vscode/search/pick/searchResultItems";
import { SearchResultRows } from "../../../../src/vscode/search/pick/searchResultRows";
import { foundChunk } from "../../core/search/foundChunk";

describe("search: its rows", () => {
	const place = (path: string, text = ""): SearchResultItem => ({
		label: inertName(path),
		detail: inertName(text),
		place: { chunk: foundChunk({ path }), uri: path as unknown as FoundPlace["uri"] },
	});
	const build: SearchResultItem = { label: inertName("Resume"), step: "build" };
	const recent = (text: string): SearchResultItem => ({ label: inertName(text), recent: text });

	function setUp() {
		const typed = new Emitter<string>();
		const shown: (readonly SearchResultItem[])[] = [];
		const pick = {
			activeItems: [] as readonly SearchResultItem[],
			onDidChangeValue: (listener: () => void) => typed.event(listener),
			get items() {
				return shown.at(-1) ?? [];
			},
			set items(items: readonly SearchResultItem[]) {
				shown.push(items);
			},
		};
		const goTo = (index: number) => {
			pick.activeItems = pick.items.slice(index, index + 1);
		};
		const goneTo = () => rows.goneTo?.label;
		const rows = new SearchResultRows(pick as unknown as ConstructorParameters<typeof SearchResultRows>[0]);
		return {
			rows,
			shown,
			goneTo,
			active: () => pick.activeItems[0]?.label,
			goTo,
			/** Types a text: VS Code makes its first row active before it reports the text. */
			type(text: string) {
				goTo(0);
				typed.fire(text);
			},
		};
	}

	it("make the first result or recent search active, even with other rows above it", () => {
		const { rows, active } = setUp();
		rows.show([build]);
		assert.equal(active(), "Resume");
		rows.show([build, recent("budget"), recent("chores")]);
		assert.equal(active(), "budget");
		rows.show([{ label: inertName("Found by keywords alone"), step: "again" }, place("a.ts"), place("b.ts")]);
		assert.equal(active(), "a.ts");
	});

	it("keep the row that the user chose active, also among new results", () => {
		const { rows, active, goTo } = setUp();
		rows.show([place("a.ts"), place("b.ts"), place("c.ts")]);
		goTo(2);
		rows.show([place("d.ts"), place("c.ts", "added"), place("a.ts")]);
		assert.equal(active(), "c.ts");
		rows.show([place("c.ts"), place("d.ts")]);
		assert.equal(active(), "c.ts");
		rows.show([place("d.ts"), place("a.ts")]);
		assert.equal(active(), "d.ts");
	});

	it("begin at the first one for a new text", () => {
		const { rows, active, goTo, type } = setUp();
		rows.show([place("a.ts"), place("b.ts")]);
		rows.show([place("b.ts"), place("a.ts")]);
		assert.equal(active(), "b.ts", "the user has not moved to the other one");
		goTo(1);
		type("budget");
		rows.show([place("c.ts"), place("a.ts"), place("b.ts")]);
		assert.equal(active(), "c.ts");
	});

	it("report the row to which the user has moved since the last letter", () => {
		const { rows, goTo, goneTo, type } = setUp();
		assert.equal(goneTo(), undefined);
		rows.show([place("a.ts"), place("b.ts")]);
		assert.equal(goneTo(), undefined);
		goTo(1);
		assert.equal(goneTo(), "b.ts");
		type("budget");
		assert.equal(goneTo(), undefined);
		goTo(1);
		rows.show([place("b.ts"), place("c.ts")]);
		assert.equal(goneTo(), "b.ts", "it is there again");
		rows.show([place("c.ts")]);
		assert.equal(goneTo(), undefined);
	});

	it("are not replaced if they are unchanged: screen readers would read them again", () => {
		const { rows, shown } = setUp();
		rows.show([place("a.ts")]);
		rows.show([place("a.ts")]);
		rows.show([place("a.ts", "added")]);
		assert.equal(shown.length, 2);
	});
});
