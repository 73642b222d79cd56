import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ProbeAddress } from "../../src/core/connections/checkAddress";
import { GatewayError } from "../../src/core/gateway/gatewayError";
import { askCheckedAddress } from "../../src/vscode/connections/connectSteps";

/** The step for the address, with a box that the test types into. */
describe("connect: the step for the address", () => {
	const { createInputBox } = vscode.window;
	afterEach(() => Object.assign(vscode.window, { createInputBox }));

	/** Opens the step with a gateway whose addresses all answer with a web page. */
	function begun() {
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
		return {
			asked,
			close: () => hidden?.fire(),
			/** Types an address and presses Enter; returns the box's message after that, or `undefined` when it closes. */
			enter(address: string): Promise<string | undefined> {
				box.value = address;
				typed?.fire();
				return new Promise((resolve) => {
					said = resolve;
					ended = () => resolve(undefined);
					accepted?.fire();
				});
			},
		};
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
