// A window that writes into a conversation while another one does, and reports the order in which it has seen all events.
//   node writingWindow.main.js FOLDER CONVERSATION OWN TOTAL
import { once } from "node:events";
import { systemClock } from "../../../../src/core/base/systemClock";
import { ConversationStore } from "../../../../src/core/chat/storage/conversationStore";
import { appendLogOnDisk } from "../../../../src/vscode/adapters/appendLogOnDisk";

const [, , folder = "", id = "", own = "0", total = "0"] = process.argv;
const fail = (error: unknown) => {
	throw error;
};
const store = new ConversationStore(appendLogOnDisk(folder), appendLogOnDisk(folder), systemClock, {
	debug: () => {},
	info: () => {},
	warn: fail,
	error: fail,
});
const { conversation } = await store.load(id);
let complete = () => {};
const all = new Promise<void>((resolve) => {
	complete = resolve;
});
/** Called for the last event, which may be its own or another window's. */
const count = () => {
	if (conversation.events.length === Number(total)) complete();
};
const following = store.follow(conversation, count, fail);
console.log("ready");
await once(process.stdin, "data");
for (let i = 0; i < Number(own); i++) {
	const parent = conversation.branch().at(-1)?.id ?? null;
	const asked = { type: "asked", message: crypto.randomUUID(), parent, text: `${i}`, attachments: [] } as const;
	const event = store.event(conversation, asked);
	store.apply(conversation, event);
	await store.write(conversation, event, i % 100 === 0);
}
count();
await all;
following.dispose();
console.log(JSON.stringify(conversation.events.map((event) => event.id)));
process.exit(0);
