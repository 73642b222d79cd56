import assert from "node:assert/strict";
import { assertLooks } from "../appearance/assertLooks";
import {
	answers,
	ask,
	messageBox,
	newConversation,
	type PanelWindow,
	send,
	sendButton,
	sendDraft,
} from "../panelWindow";
import { screenshot } from "../screenshot";
import { contextChips } from "./contextChips";

const chatPath = "/v1/chat/completions";
/** The context length that the gateway reports for the model, in tokens. */
const limit = 600;

/** Leaves the model with a learned limit. */
export function contextFitTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	const asked = () => t.gateway.requests.filter(({ path }) => path === chatPath).length;
	const { meter } = contextChips(() => t);
	const button = (name: string) => t.panel.getByRole("button", { name });
	const notice = () => t.panel.locator("gatehouse-notice.panel-notice");
	const long = (name: string) => `${name}: ${"one word after another, and then some. ".repeat(40)}`;
	const brief = (text: string) =>
		t.gateway.script({ match: chatPath, json: { choices: [{ message: { content: text }, finish_reason: "stop" }] } });

	/** Returns the messages of the next chat request. */
	const nextMessages = async () => {
		const { json } = await t.gateway.nextRequest(({ path }) => path === chatPath);
		return (json as { messages: readonly { role: string; content: string }[] }).messages;
	};

	it("a question that the gateway refuses as too long offers choices; the chosen one is sent", async () => {
		brief("Noted.");
		await ask(t.panel, long("first"));
		brief("Noted too.");
		await ask(t.panel, long("second"));
		t.gateway.script({
			match: chatPath,
			status: 400,
			json: { error: { message: `This model's maximum context length is ${limit} tokens.` } },
		});
		const answer = await ask(t.panel, "third, a short one");
		await answer.getByText(/does not fit in the model's context/).waitFor();
		await assertLooks(t, "context-overflow");
		brief("Now it fits.");
		const sent = nextMessages();
		await answer.getByRole("button", { name: "Leave Out Oldest Turns" }).click();
		await answers(t.panel).getByText("Now it fits.").waitFor();
		const messages = await sent;
		assert.match(messages[0]?.content ?? "", /^second/);
		assert.equal(messages.at(-1)?.content, "third, a short one");
		const line = t.panel.getByText(/above this line are no longer sent/);
		await line.waitFor();
		await line.evaluate((element) => element.scrollIntoView({ block: "center" }));
		await assertLooks(t, "context-left-out");
	});

	it("the choice applies to the conversation: the next question is sent in the same way", async () => {
		brief("Still fits.");
		const sent = nextMessages();
		await ask(t.panel, "fourth");
		assert.match((await sent)[0]?.content ?? "", /^second/);
	});

	it("in another conversation, nothing is sent before a choice; the meter shows that the question is too long", async () => {
		await newConversation(t);
		brief("Noted.");
		await ask(t.panel, long("first"));
		const before = asked();
		await messageBox(t.panel).fill(long("second"));
		await t.panel.locator(".meter-over").waitFor();
		assert.match((await meter().getAttribute("aria-valuetext")) ?? "", /of 600 tokens.*too much/);
		await sendButton(t.panel).click();
		await notice().getByText("but only").waitFor();
		assert.equal(asked(), before);
		assert.match(await messageBox(t.panel).inputValue(), /^second/);
		await assertLooks(t, "context-choose");
		brief("Only the second.");
		const sent = nextMessages();
		await notice().getByRole("button", { name: "Leave Out Oldest Turns" }).click();
		await answers(t.panel).getByText("Only the second.").waitFor();
		assert.deepEqual(
			(await sent).map(({ content }) => content.slice(0, 6)),
			["second"],
		);
		assert.equal(await messageBox(t.panel).inputValue(), "");
	});

	it("the gateway's own counts correct the estimate after some questions of this length", async () => {
		const usage = { prompt_tokens: 400, completion_tokens: 2, total_tokens: 402 };
		const choices = [{ message: { content: "Counted." }, finish_reason: "stop" }];
		for (let asked = 0; asked < 16; asked++) {
			await newConversation(t);
			await messageBox(t.panel).fill(long("third"));
			if (asked === 0) await t.panel.locator('[role=meter][aria-valuetext*="an estimate"]').waitFor();
			t.gateway.script({ match: chatPath, json: { choices, usage } });
			await sendDraft(t.panel);
			await answers(t.panel).getByText("Counted.").waitFor();
		}
		await t.panel.locator('[role=meter]:not([aria-valuetext*="estimate"])').waitFor();
		await screenshot(t.window.page, "context-counted-dark");
	});

	it("Send All of It sends the whole conversation", async () => {
		const sent = nextMessages();
		await send(t.panel, long("everything").repeat(2));
		await button("Send All of It").click();
		assert.match((await sent).at(-1)?.content ?? "", /^everything/);
	});
}
