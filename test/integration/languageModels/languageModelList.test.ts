import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../../src/core/base/event";
import { connectionsOf, type KeyFacts } from "../../../src/core/connections/connection";
import type { ProvidedModels } from "../../../src/core/connections/models/providedModels";
import { LanguageModelList } from "../../../src/vscode/languageModels/languageModelList";
import type { Settings } from "../../../src/vscode/settings";
import { assertTexts } from "../../unit/core/assertTexts";
import { manualClock } from "../../unit/core/memoryPorts";

describe("language models: the list for VS Code", () => {
	const gateways = new Emitter<void>();
	const secrets = new Emitter<void>();
	/** The models of the list, one for each key's facts. */
	let facts: readonly (KeyFacts | undefined)[];
	let list: LanguageModelList;
	let clock: ReturnType<typeof manualClock>;
	beforeEach(() => {
		clock = manualClock(0);
		const [connection] = connectionsOf([{ name: "Mine", url: "https://a.example/v1" }]);
		assert.ok(connection);
		const models = () =>
			facts.map((keyFacts, at) => ({
				id: `m${at}`,
				model: { id: `m${at}`, kind: "chat" as const },
				connection,
				isPicked: at < 2,
				maxInputTokens: 1_000,
				maxOutputTokens: 100,
				toolCalling: at === 0,
				imageInput: at === 1,
				...(keyFacts ? { keyFacts } : {}),
			}));
		list = new LanguageModelList({
			models: { list: models } as unknown as ProvidedModels,
			settings: { gateways: { onDidChange: gateways.event } } as unknown as Settings,
			secrets: { onDidChange: secrets.event },
			clock,
		});
	});
	afterEach(() => list.dispose());
	/** Returns the details in the picker, with these facts about the keys. */
	const detailsOf = (...keys: (KeyFacts | undefined)[]) => {
		facts = keys;
		return list.list().map(({ detail }) => detail);
	};

	it("says what each model can do, as far as it is known", () => {
		facts = [undefined, undefined, undefined];
		assert.deepEqual(
			list.list().map(({ capabilities }) => [capabilities.toolCalling, capabilities.imageInput]),
			[
				[true, false],
				[false, true],
				[false, false],
			],
		);
	});

	it("is empty without a gateway", () => assert.deepEqual(detailsOf(), []));

	it("shows what is left of the gateway's limits in the tooltip, and does not reload for each answer", () => {
		facts = [{ addedAt: 0 }];
		const changed = new Emitter<string>();
		let left = ["Requests left: 40 of 200", "[30 left](command:x)"];
		let changes = 0;
		const listening = list.onDidChange(() => changes++);
		list.showLimits((origin) => (origin === "https://a.example" ? left : []), changed.event);
		const tooltip = () => String(list.list()[0]?.tooltip);
		assert.match(tooltip(), /^m0\nMine\nhttps:\/\/a\.example\/v1\nRequests left: 40 of 200\n/);
		assert.ok(!tooltip().includes("](command:"));
		left = ["Requests left: 39 of 200"];
		for (let answer = 0; answer < 5; answer++) changed.fire("https://a.example");
		assert.equal(changes, 0);
		clock.advance(10_000);
		assert.equal(changes, 1);
		assert.match(tooltip(), /39 of 200$/);
		listening.dispose();
	});

	it("says why a model cannot answer: no key, a refused one, or an expired one", () => {
		clock.advance(2);
		const states = [{ addedAt: 0 }, { addedAt: 0, refusedAt: 1 }, undefined, { addedAt: 0, endsAt: 1 }];
		const [fine, ...others] = detailsOf(...states);
		assert.equal(fine, "Mine");
		assertTexts(others.map(String), [
			/^Mine: .*refused the key/,
			/^Mine: no key/,
			/^Mine: the temporary key has expired/,
		]);
	});

	it("makes VS Code's picker show the chosen models, and leaves out the others", () => {
		facts = [undefined, undefined, undefined];
		assert.deepEqual(
			list.list().map(({ isUserSelectable }) => isUserSelectable),
			[true, true, false],
		);
	});

	it("says that a gateway cannot be reached, until it can be; a problem with the key has priority", () => {
		const reach = new Emitter<void>();
		let isReached = true;
		let changes = 0;
		list.showReach((host) => host !== "a.example" || isReached, reach.event);
		const details = () => list.list().map(({ detail }) => detail);
		facts = [{ addedAt: 0 }, { addedAt: 0, refusedAt: 1 }];
		assert.deepEqual([details()[0], list.list()[0]?.statusIcon], ["Mine", undefined]);
		const listening = list.onDidChange(() => changes++);
		isReached = false;
		reach.fire();
		assert.deepEqual(details(), ["Mine: cannot be reached", "Mine: the gateway refused the key"]);
		assert.deepEqual(
			list.list().map(({ statusIcon }) => statusIcon?.id),
			["warning", "warning"],
		);
		isReached = true;
		reach.fire();
		assert.deepEqual([details()[0], changes], ["Mine", 2]);
		listening.dispose();
	});

	for (const [name, isAccepted, fails] of [
		["accepts them", true, false],
		["has none", false, false],
		["cannot be asked", true, true],
	] as const) {
		it(`has fields beyond VS Code's types unless VS Code has none of the models: it ${name}`, async () => {
			const { selectChatModels } = vscode.lm;
			let asked = 0;
			Object.assign(vscode.lm, {
				selectChatModels: async () => {
					asked++;
					if (fails) throw new Error("no");
					return isAccepted ? list.list() : list.list().slice(1);
				},
			});
			try {
				facts = [{ addedAt: 0 }];
				assert.equal(list.list()[0]?.isUserSelectable, true);
				clock.advance(10_000);
				await new Promise((resolve) => setImmediate(resolve));
				assert.equal(list.list()[0]?.isUserSelectable, isAccepted ? true : undefined);
				clock.advance(60_000);
				assert.equal(asked, 1);
			} finally {
				Object.assign(vscode.lm, { selectChatModels });
			}
		});
	}

	it("keeps the fields beyond VS Code's types if VS Code found no models because there were none for a moment", async () => {
		const { selectChatModels } = vscode.lm;
		Object.assign(vscode.lm, {
			selectChatModels: async () => {
				facts = [];
				const found = list.list();
				// The models are back before VS Code's answer arrives.
				facts = [{ addedAt: 0 }];
				list.list();
				return found;
			},
		});
		try {
			facts = [{ addedAt: 0 }];
			list.list();
			clock.advance(10_000);
			await new Promise((resolve) => setImmediate(resolve));
			assert.equal(list.list()[0]?.isUserSelectable, true);
		} finally {
			Object.assign(vscode.lm, { selectChatModels });
		}
	});

	it("is announced once there are models, although VS Code has not asked for it", () => {
		facts = [];
		let changes = 0;
		const listening = list.onDidChange(() => changes++);
		list.refresh();
		assert.equal(changes, 0, "there is nothing to read");
		facts = [undefined];
		gateways.fire();
		list.refresh();
		assert.equal(changes, 1);
		listening.dispose();
	});

	it("is read again after a change, even if another caller has read the models before", () => {
		const catalog = new Emitter<void>();
		const looking = catalog.event(() => assert.ok(list.hasModels));
		list.follow([catalog.event]);
		let changes = 0;
		const listening = list.onDidChange(() => changes++);
		facts = [undefined];
		list.list();
		facts = [{ addedAt: 0 }];
		catalog.fire();
		assert.equal(changes, 1);
		listening.dispose();
		looking.dispose();
	});

	it("is read again only when a gateway, a key or a catalog changes it", () => {
		const catalog = new Emitter<void>();
		list.follow([catalog.event]);
		let changes = 0;
		const listening = list.onDidChange(() => changes++);
		facts = [undefined];
		list.list();
		gateways.fire();
		assert.equal(changes, 0, "VS Code has read it");
		const changed: readonly (readonly [Emitter<void>, readonly (KeyFacts | undefined)[]])[] = [
			[gateways, [undefined, undefined]],
			[secrets, [{ addedAt: 0 }, undefined]],
			[catalog, [{ addedAt: 0 }]],
		];
		for (const [at, [emitter, next]] of changed.entries()) {
			facts = next;
			emitter.fire();
			emitter.fire();
			assert.equal(changes, at + 1);
		}
		listening.dispose();
	});
});
