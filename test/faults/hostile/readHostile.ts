import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { inspect } from "node:util";
import { failureOf } from "../../../src/core/gateway/errors/failure";
import type { Failure } from "../../../src/shared/conversation";
import { canaryKey } from "../../unit/core/gateway/gatewayHarness";
import type { OpenFiles } from "../openFiles";

/** A feature that reads a text from outside. */
export interface HostileReading {
	/** The text, which contains the key if a reader could quote it. */
	readonly text: string;
	/** The real reader; throws the error that the user sees. */
	read(text: string): unknown;
	/** The message of the reader's refusal; absent if it accepts the text. */
	readonly refused?: RegExp;
	/** The result of a good text afterwards, by the same reader. */
	readonly next: { readonly text: string; readonly value: unknown };
}

/** The result of a reading. */
interface ReadingResult {
	readonly reading: HostileReading;
	readonly failures: readonly Failure[];
	/** CPU time, in milliseconds: on a busy machine, the clock would include other processes. */
	readonly taken: number;
	/** The hash of the text in its file, before and after. */
	readonly text: { readonly before: string; readonly after: string };
	readonly files: { readonly before: unknown; readonly after: unknown };
	readonly rejections: readonly unknown[];
	readonly next: unknown;
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** Lets a feature read a hostile text, then a good one. */
export async function readHostile(reading: HostileReading, files: OpenFiles): Promise<ReadingResult> {
	const rejections: unknown[] = [];
	const { text } = reading;
	const onRejection = (reason: unknown) => void rejections.push(reason);
	process.on("unhandledRejection", onRejection);
	try {
		const before = { text: hash(text), files: await files.hashes() };
		const failures: Failure[] = [];
		const begun = process.cpuUsage();
		try {
			await reading.read(text);
		} catch (error) {
			failures.push(failureOf(error));
		}
		const { user, system } = process.cpuUsage(begun);
		return {
			reading,
			failures,
			taken: (user + system) / 1000,
			text: { before: before.text, after: hash(text) },
			files: { before: before.files, after: await files.hashes() },
			rejections,
			next: await reading.read(reading.next.text),
		};
	} finally {
		process.off("unhandledRejection", onRejection);
	}
}

/**
 * The conditions that must hold after each reading, by the names of the fault matrix. The rest of its ten are checked for the question that
 * follows the reading in the same process (`checks.ts`): the question is unchanged, requests are within the budget.
 */
export const readingChecks: Readonly<Record<string, (result: ReadingResult) => void>> = {
	"reading: it ends as it must": ({ reading, failures }) => {
		assert.equal(failures.length, reading.refused ? 1 : 0, inspect(failures));
		for (const { reason, message } of failures) {
			assert.equal(reason, "user");
			assert.match(message, reading.refused ?? /^$/);
		}
	},
	"reading: the text is kept byte for byte": ({ text }) => assert.equal(text.after, text.before),
	"reading: open files are unchanged": ({ files }) => assert.deepEqual(files.after, files.before),
	"reading: it settles in time": ({ taken }) => assert.ok(taken < 5_000, `${taken} ms`),
	"reading: the key is nowhere": ({ failures }) => assert.ok(!inspect(failures).includes(canaryKey)),
	"reading: one message": ({ failures }) => {
		for (const { message } of failures) assert.match(message, /^\S[^\n]{0,498}\S$/, "one line");
	},
	"reading: nothing is left": ({ rejections }) => assert.deepEqual(rejections, []),
	"reading: the next one succeeds": ({ reading, next }) => assert.deepEqual(next, reading.next.value),
};
