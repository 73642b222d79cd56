import * as vscode from "vscode";
import type { ProvidedModel } from "../../../src/core/connections/models/providedModels";
import { parseBaseUrl } from "../../../src/core/gateway/baseUrl";
import { createGateway } from "../../../src/core/gateway/client";
import { inertId } from "../../../src/shared/untrusted/inertText";
import { LanguageModelProvider } from "../../../src/vscode/languageModels/languageModelProvider";
import { memoryState } from "../../unit/core/memoryPorts";
import { connectionFree, realWire } from "./realWire";
import { type CreateStreamClient, question } from "./streamClient";

const wire = realWire();

/** Gatehouse's client as VS Code has it: behind the provider of language models, with a progress that only counts. */
export const createClient: CreateStreamClient = (url) => {
	const base = parseBaseUrl(url);
	const gateway = createGateway(base, { read: async () => "sk-bench" }, wire);
	const connection = { name: "Bench", base, keysPage: url };
	const found = (id: string): ProvidedModel => ({
		id: inertId(id),
		model: { id, kind: "chat" },
		connection,
		isPicked: true,
		maxInputTokens: 1_000,
		maxOutputTokens: 1_000,
		toolCalling: true,
		imageInput: false,
	});
	const provider = new LanguageModelProvider({
		list: { find: found, refresh() {} },
		models: { use: async () => false },
		connections: { open: () => gateway },
		globalState: memoryState(),
		clock: wire.clock,
		log: wire.log,
	});
	const part = new vscode.LanguageModelTextPart(question);
	const messages = [{ role: vscode.LanguageModelChatMessageRole.User, content: [part], name: undefined }];
	const options = { toolMode: vscode.LanguageModelChatToolMode.Auto };
	const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
	return {
		async read(model, onFirst) {
			let characters = 0;
			const report = (given: unknown) => {
				if (characters === 0) onFirst();
				characters += (given as vscode.LanguageModelTextPart).value.length;
			};
			await provider.respond(model, messages, options, { report }, token);
			await connectionFree(wire.ledger);
			return characters;
		},
	};
};
