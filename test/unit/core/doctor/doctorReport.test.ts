import assert from "node:assert/strict";
import * as l10n from "@vscode/l10n";
import type { Diagnosis } from "../../../../src/core/doctor/doctor";
import { doctorReport } from "../../../../src/core/doctor/doctorReport";

const facts = { gateway: "Mine", programs: ["Gatehouse 1.2.3", "VS Code 1.106.0"], system: "linux x64" };
const base: Diagnosis = {
	address: "https://llm.example.org/v1",
	at: Date.UTC(2026, 0, 31, 12),
	requests: 1,
	cancelled: false,
	runs: [
		{ id: "address", title: "Address", took: 0, outcome: { type: "ok", found: "fine", details: ["a fact"] } },
		{ id: "key", title: "Key", took: 1234, outcome: { type: "failed", cause: "It is wrong.", fix: "Make another." } },
		{ id: "chat", title: "Chat", took: 0, outcome: { type: "skipped", reason: "It needs a key." } },
	],
};

describe("connection check: the report", () => {
	it("gives first the problem and the remedy, then every step, then the environment", () => {
		const report = doctorReport(base, facts);
		assert.match(report, /^# Connection check: Mine\n\n\*\*Key\*\*: It is wrong\. Make another\.\n\n\| Step /);
		for (const part of [
			"| Address | ok | 0 ms |",
			"| Key | failed | 1.2 s |",
			"| Chat | not run |  |",
			"## Address: ok\n\nfine\n\n- a fact",
			"## Key: failed\n\n- Cause: It is wrong.\n- Fix: Make another.",
			"## Chat: not run\n\nIt needs a key.",
			"- Gateway: https://llm.example.org/v1\n- Time: 2026-01-31T12:00:00.000Z\n- Gatehouse 1.2.3, VS Code 1.106.0, linux x64",
		]) {
			assert.ok(report.includes(part), `${part}\nis not in\n${report}`);
		}
		assert.ok(report.endsWith(".\n"));
	});

	it("has the colons of its language after the titles of steps", () => {
		l10n.config({ contents: { "{0}: {1}": "{0}\u00a0: {1}" } });
		try {
			const report = doctorReport(base, facts);
			assert.match(report, /\n\n\*\*Key\*\*\u00a0: It is wrong\./);
			assert.match(report, /\n## Address\u00a0: ok\n/);
		} finally {
			l10n.config({ contents: {} });
		}
	});

	it("says that everything works", () => {
		assert.match(doctorReport({ ...base, runs: base.runs.slice(0, 1) }, facts), /Mine\n\nEverything works\.\n/);
	});

	it("shows no Markdown from a gateway's texts", () => {
		const found = "a\n\n# heading <img src=x> [link](https://evil.example)";
		const report = doctorReport(
			{ ...base, runs: [{ id: "chat", title: "Chat", took: 1, outcome: { type: "ok", found } }] },
			facts,
		);
		assert.ok(report.includes("a # heading &lt;img src=x> [link] (https://evil.example)"), report);
	});
});
