import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { requestCounts } from "../../../../src/core/gateway/ledger/requestCounts";
import type { RequestLedger } from "../../../../src/core/gateway/ledger/requestLedger";

describe("requests: their numbers, above the list", () => {
	const now = 10 * 3_600_000;
	const counts = (records: number, dropped: number) =>
		requestCounts(
			{ records: Array.from({ length: records }, (_, i) => ({ at: i })), dropped } as unknown as RequestLedger,
			now,
		);

	it("are those of the window and of the last hour", () => {
		assert.match(counts(0, 0), /^No request /);
		const [recent, old] = [{ at: now - 1 }, { at: 1 }];
		const ledger = { records: [recent, old, old], dropped: 0 } as unknown as RequestLedger;
		assert.match(requestCounts(ledger, now), /\b3\b.*hour: 1\b/);
		assert.match(counts(1_000, 7), /1,000.*\b7\b/);
	});

	it("fit in the box above the list, in both languages", () => {
		const french = JSON.parse(readFileSync("l10n/bundle.l10n.fr.json", "utf8")) as Record<string, string>;
		const [kept, dropped] = [counts(1_000, 0), counts(1_000, 100_000)];
		for (const text of [kept, dropped]) assert.ok(text.length <= 80, text);
		const texts = Object.entries(french).filter(([english]) => /in the last hour: \{1\}/.test(english));
		assert.equal(texts.length, 2);
		for (const [, text] of texts) assert.ok(text.length <= 80 - 3 * "1 000".length + 3 * "{0}".length, text);
	});
});
