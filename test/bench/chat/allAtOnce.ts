// A conversation of the panel's own messages, all drawn before the first is seen.
import type { Snapshot } from "../../../src/shared/chatProtocol";
import "../../../src/webview/transcript/answerElement";
import "../../../src/webview/transcript/questionElement";
import * as agentElements from "../../../src/webview/agentElements";
import { LazyModule } from "../../../src/webview/lazyModule";
import type { LightElement } from "../../../src/webview/lightElement";
import { Page } from "../../../src/webview/page";
import { PageMemory } from "../../../src/webview/state/pageMemory";
import { PanelState } from "../../../src/webview/state/panelState";
import type { AnswerElement } from "../../../src/webview/transcript/answerElement";
import type { QuestionElement } from "../../../src/webview/transcript/questionElement";
import { offerOpening } from "./opening";
import { painted } from "./painted";
import { transcript } from "./subject";

const memory = new PageMemory({ getState: () => undefined, setState: () => {} });
const later = { agent: new LazyModule(async () => agentElements), parametersForm: new LazyModule(async () => {}) };
const page = new Page({} as Page["host"], new PanelState(), memory, later);

offerOpening(async (snapshot: Snapshot) => {
	const { body, follow } = transcript();
	const box = body.closest(".messages") as Element;
	const elements = snapshot.messages.map((message): LightElement => {
		if (message.role === "user") {
			const question = document.createElement("gatehouse-question") as QuestionElement;
			return Object.assign(question, { page, question: message, leftOut: [] });
		}
		return Object.assign(document.createElement("gatehouse-answer") as AnswerElement, { page, answer: message });
	});
	box.replaceChildren(...elements);
	await Promise.all(elements.map((element) => element.updateComplete));
	follow();
	await painted();
});
