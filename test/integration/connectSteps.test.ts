import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ProbeAddress } from "../../src/core/connections/checkAddress";
import { GatewayError } from "../../src/core/gateway/gatewayError";
import { askAcceptedKey, askCheckedAddress } from "../../src/vscode/connections/connectSteps";

/** Replaces VS Code's box with one that the test types into. */
function typedBox() {
	const [typed, accepted, pressed, hidden] = [1, 2, 3, 4].map(() => new vscode.EventEmitter<void>());
	let said = (_: string) => {};
	let ended = () => {};
	const box = {
		value: "",
		busy: false,
		onDidChangeValue: typed?.event,
		onDidAccept: accepted?.event,
		onDidTriggerButton: pressed?.event,
		onDidHide: hidden?.event,
		show: () => {},
		dispose: () => ended(),
		set validationMessage(message: string | { readonly message: string } | undefined) {
			if (message) said(typeof message === "string" ? message : message.message);
		},
	};
	Object.assign(vscode.window, { createInputBox: () => box });
	const type = (text: string) => {
		let message: string | undefined;
		said = (one) => {
			message = one;
		};
		box.value = text;
		typed?.fire();
		return message;
	};
	return {
		close: () => hidden?.fire(),
		/** Types a text; returns the box's message about it, if there is one. */
		type,
		/** Types a text and presses Enter; returns the box's message after that, or `undefined` when it closes. */
		enter(text: string): Promise<string | undefined> {
			type(text);
			return new Promise((resolve) => {
				said = resolve;
				ended = () => resolve(undefined);
				accepted?.fire();
			});
		},
	};
}

const { createInputBox } = vscode.window;
const restoreBox = () => Object.assign(vscode.window, { createInputBox });

describe("connect: the step for the address", () => {
	afterEach(restoreBox);

	/** Opens the step with a gateway whose addresses all answer with a web page. */
	function begun() {
		const box = typedBox();
		const probe: ProbeAddress = async () => {
			throw new GatewayError("malformed", "That is a web page.", 200);
		};
		const asked = askCheckedAddress(
			{
				probe,
				confirmHttp: async () => true,
				isConfirmed: () => true,
				describeItself: () => assert.fail(),
				chooseKnown: () => assert.fail(),
				onError: () => {},
			},
			{},
		);
		return { asked, ...box };
	}

	const offer = /Press Enter again/;

	it("offers to use an address that answers otherwise, and then uses it", async () => {
		const { asked, enter } = begun();
		assert.match((await enter("https://llm.example.org/v1")) ?? "", offer);
		assert.equal(await enter("https://llm.example.org/v1"), undefined);
		assert.equal((await asked)?.address, "https://llm.example.org/v1");
	});

	it("does not offer to use a text that is no address, whatever was typed before", async () => {
		const { asked, enter, close } = begun();
		assert.match((await enter("https://llm.example.org/v1")) ?? "", offer);
		assert.doesNotMatch((await enter("htps://llm.example.org/v1")) ?? "", offer);
		close();
		assert.equal(await asked, undefined);
	});
});

describe("connect: the step for the key", () => {
	afterEach(restoreBox);

	it("refuses an address at once, and sends nothing", async () => {
		const { type, enter, close } = typedBox();
		const check = () => assert.fail("the address was sent as a key");
		const asked = askAcceptedKey(
			{ check, onError: () => {} },
			"llm.example.org",
			{ isOpen: false, profile: {} },
			undefined,
		);
		const address = "http://127.0.0.1:18431/api/openai/v1/chat/completions";
		assert.match(type(address) ?? "", /an address, not a key/);
		assert.match((await enter(address)) ?? "", /an address, not a key/);
		close();
		assert.equal(await asked, undefined);
	});
});
