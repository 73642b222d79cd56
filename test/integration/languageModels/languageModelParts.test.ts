import assert from "node:assert/strict";
import * as vscode from "vscode";
import { connectionsOf } from "../../../src/core/connections/connection";
import type { ConnectionStore } from "../../../src/core/connections/connectionStore";
import type { ModelCatalog } from "../../../src/core/connections/models/modelCatalog";
import type { ProvidedModel } from "../../../src/core/connections/models/providedModels";
import { CapabilityStore } from "../../../src/core/gateway/capabilities/capabilityStore";
import { registerLanguageModels } from "../../../src/extension/entryPoints";
import { pickModel } from "../../../src/vscode/connections/models/modelPick";
import type { LanguageModelList } from "../../../src/vscode/languageModels/languageModelList";
import { LanguageModelProvider } from "../../../src/vscode/languageModels/languageModelProvider";
import { assertTexts } from "../../unit/core/assertTexts";
import { manualClock, memoryLogChannel, memoryState } from "../../unit/core/memoryPorts";

describe("language models: their registration in VS Code", () => {
	const { registerLanguageModelChatProvider } = vscode.lm;
	const ask = ["showInformationMessage", "showWarningMessage", "showErrorMessage", "showInputBox"] as const;
	const asks = Object.fromEntries(ask.map((name) => [name, vscode.window[name]]));
	afterEach(() => {
		Object.assign(vscode.lm, { registerLanguageModelChatProvider });
		Object.assign(vscode.window, asks);
	});

	it("answers with the saved list, silently or not: it loads nothing, and sends no request", async () => {
		let asked = 0;
		const refuse = async () => void asked++;
		Object.assign(vscode.window, Object.fromEntries(ask.map((name) => [name, refuse])));
		const given: vscode.LanguageModelChatProvider[] = [];
		Object.assign(vscode.lm, {
			registerLanguageModelChatProvider: (_: string, provider: vscode.LanguageModelChatProvider) =>
				given.push(provider),
		});
		let loaded = 0;
		const info = { id: "m@https://a.example/v1" } as vscode.LanguageModelChatInformation;
		let announced = 0;
		const models = {
			list: () => [info],
			onDidChange: () => ({ dispose() {} }),
			refresh: () => announced++,
		} as unknown as LanguageModelList;
		const load = async () => {
			loaded++;
			return { respond: async () => {}, count: () => 7 };
		};
		registerLanguageModels({ languageModels: models }, { languageModels: load as never });
		const [provider] = given;
		assert.equal(announced, 1, "VS Code reads saved models without being asked for them");
		const token = new vscode.CancellationTokenSource().token;
		for (const silent of [true, false])
			assert.deepEqual(await provider?.provideLanguageModelChatInformation({ silent }, token), [info]);
		assert.deepEqual([loaded, asked], [0, 0]);
		// The code that answers is loaded with the first request.
		assert.equal(await provider?.provideTokenCount(info, "words", token), 7);
		assert.equal(loaded, 1);
	});

	it("does nothing in a version without language models: no error, and nothing is read", () => {
		Object.assign(vscode.lm, { registerLanguageModelChatProvider: undefined });
		const untouched = () => assert.fail("the list is read");
		const models = { list: untouched, onDidChange: untouched } as unknown as LanguageModelList;
		registerLanguageModels({ languageModels: models }, { languageModels: untouched as never }).dispose();
	});
});

describe("language models: reasoning", () => {
	type Thinking = new (value: string) => { readonly value: string };
	const { LanguageModelThinkingPart: thinking } = vscode as unknown as { LanguageModelThinkingPart?: Thinking };
	const [connection] = connectionsOf([{ name: "Mine", url: "https://a.example/v1" }]);

	/** Answers a request with reasoning and a text, and reports the parts that VS Code receives. */
	async function answer(report: (part: unknown) => void): Promise<void> {
		async function* chat() {
			yield { type: "reasoning", text: "The user greets." } as const;
			yield { type: "text", text: "Hello." } as const;
			yield { type: "finished", reason: "stop" } as const;
		}
		const provider = new LanguageModelProvider({
			list: { find: () => ({ connection, model: { id: "m" } }) as unknown as ProvidedModel, refresh: () => {} },
			models: { use: async () => false },
			connections: { open: () => ({ chat }) } as unknown as Pick<ConnectionStore, "open">,
			globalState: memoryState(),
			clock: manualClock(0),
			log: memoryLogChannel(),
		});
		const { token } = new vscode.CancellationTokenSource();
		const options = {
			toolMode: vscode.LanguageModelChatToolMode.Auto,
		} as vscode.ProvideLanguageModelChatResponseOptions;
		const messages = [
			vscode.LanguageModelChatMessage.User("hello"),
		] as unknown as vscode.LanguageModelChatRequestMessage[];
		await provider.respond("m", messages, options, { report }, token);
	}

	it("is passed to VS Code as its own kind of parts if VS Code has them, never as text", async () => {
		const parts: unknown[] = [];
		await answer((part) => parts.push(part));
		const texts = parts.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : []));
		assert.deepEqual(texts, ["Hello."]);
		const thoughts = parts.flatMap((part) => (thinking && part instanceof thinking ? part.value : []));
		assert.deepEqual(thoughts, thinking ? ["The user greets."] : []);
		assert.equal(parts.length, thinking ? 2 : 1);
	});

	it("is left out after VS Code has refused it: the text arrives", async () => {
		let refusals = 0;
		const texts: unknown[] = [];
		const report = (part: unknown) => {
			if (part instanceof vscode.LanguageModelTextPart) texts.push(part.value);
			else {
				refusals++;
				throw new Error("proposed API");
			}
		};
		await answer(report);
		await answer(report);
		assert.deepEqual([texts, refusals], [["Hello.", "Hello."], thinking ? 1 : 0]);
	});
});

describe("language models: how a model calls tools", () => {
	const { createQuickPick, showQuickPick } = vscode.window;
	afterEach(() => {
		Object.assign(vscode.window, { createQuickPick, showQuickPick });
	});

	it("is shown in Select Model, and reset there", async () => {
		const href = "https://a.example/v1";
		const [connection] = connectionsOf([{ name: "Mine", url: href }]);
		assert.ok(connection);
		const capabilities = new CapabilityStore(memoryState());
		await capabilities.record(connection.base.href, "m", { toolRung: "prompted" });
		const models = [
			{ id: "m", kind: "chat" },
			{ id: "plain", kind: "chat" },
		] as const;
		const catalog = { cached: () => models, find: () => models[0], isStale: () => false } as unknown as ModelCatalog;
		let press = (_: unknown) => {};
		const ignored = () => ({ dispose() {} });
		const pick = {
			...{ items: [] as readonly vscode.QuickPickItem[], activeItems: [], buttons: [] },
			...{ onDidTriggerButton: ignored, onDidAccept: ignored, onDidHide: ignored },
			...{ show() {}, hide() {}, dispose() {} },
			onDidTriggerItemButton: (pressed: typeof press) => {
				press = pressed;
			},
		};
		Object.assign(vscode.window, { createQuickPick: () => pick });
		const shown: string[] = [];
		const isShown = new Promise<void>((resolve) => {
			Object.assign(vscode.window, {
				showQuickPick: async (rows: readonly vscode.QuickPickItem[]) => {
					shown.push(...rows.map(({ label }) => label));
					queueMicrotask(resolve);
					return rows.at(-1);
				},
			});
		});
		const options = { connection, catalog, capabilities, title: "Model", placeholder: "", current: "m" };
		void pickModel({ ...options, offered: (all) => all, onError: assert.fail });
		const buttons = pick.items.map((item) => item.buttons?.map(({ tooltip }) => tooltip) ?? []);
		assert.deepEqual(buttons, [["Learned Capabilities"], []]);
		const [item] = pick.items;
		press({ item, button: item?.buttons?.[0] });
		await isShown;
		assertTexts(shown.slice(0, 1), [/Tools are described to it/]);
		await new Promise((resolve) => setImmediate(resolve));
		assert.equal(capabilities.get(connection.base.href, "m").toolRung, undefined);
	});
});
