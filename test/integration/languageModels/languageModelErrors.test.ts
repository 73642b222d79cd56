import assert from "node:assert/strict";
import * as vscode from "vscode";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import type { ScriptedAnswer, Step } from "../../gateway/script";
import { connectedGateway } from "../connectedGateway";
import { askModel, gatewayModel } from "./askModel";

type Failure = Omit<ScriptedAnswer, "match">;

const refusal = (status: number, message: string): Failure => ({ status, json: { error: { message } } });
/** An answer that begins, and then goes on in this way. */
const begun = (how: Step): Failure => ({ chunks: [{ type: "bytes", data: sseChunk("Half of") }, how] });

/** The failures for which VS Code has no code, with the words of Gatehouse's message, and the text that arrives before. */
const failures: readonly (readonly [name: string, answer: Failure, says: RegExp, text?: string])[] = [
	["a forbidden model", refusal(403, "Not for your team"), /\bgateway does not allow\b.*Not for your team/],
	["a question that is too long", refusal(413, "Too long"), /\bfit in the model's context\b.*Too long/],
	["a web page", { headers: { "content-type": "text/html" }, body: "<!doctype html><html></html>" }, /\bweb page\b/],
	["no answer in time", { chunks: [{ type: "stall" }] }, /\bgatehouse\.timeouts\.firstByte\b/],
	["silence in an answer", begun({ type: "stall" }), /\bgatehouse\.timeouts\.silence\b/, "Half of"],
	["a connection that is lost", begun({ type: "close" }), /\blost in the middle of the answer\b/, "Half of"],
	["an answer that is not complete", begun({ type: "end" }), /\bended the answer early\b/, "Half of"],
	[
		"an event that is too large",
		{ chunks: [{ type: "bytes", data: "data: x\n".repeat(10_001) }] },
		/\btoo large to read\b/,
	],
];

describe("language models: failures without a code of VS Code's", () => {
	const limits = ["timeouts.firstByte", "timeouts.silence"];
	const limitTo = async (seconds: number | undefined) => {
		const settings = vscode.workspace.getConfiguration("gatehouse");
		for (const name of limits) await settings.update(name, seconds, vscode.ConfigurationTarget.Global);
	};
	before(() => limitTo(1));
	after(() => limitTo(undefined));

	for (const [name, answer, says, before = ""] of failures) {
		it(`reach another extension as a plain error with Gatehouse's message: ${name}`, async () => {
			const [gateway, model] = await Promise.all([connectedGateway(), gatewayModel("demo-echo")]);
			const scripted = gateway.script({ match: "/v1/chat/completions", times: Number.POSITIVE_INFINITY, ...answer });
			try {
				const { text, error } = await askModel(model);
				assert.equal(text, before);
				assert.ok(error, "no error");
				const kinds = [error instanceof Error, error instanceof vscode.LanguageModelError];
				assert.deepEqual([...kinds, error.name, error.code], [true, false, "Error", undefined]);
				assert.match(error.message, says);
			} finally {
				scripted.dispose();
			}
		});
	}
});
