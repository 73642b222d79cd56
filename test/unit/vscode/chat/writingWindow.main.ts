// A window that writes into a conversation while another does, and says in which order it has seen all events.
//   node writingWindow.main.js FOLDER CONVERSATION OWN ALL
import { once } from "node:events";
import { ConversationStore } from "../../../../src/core/chat/conversationStore";
import { appendLogOnDisk } from "../../../../src/vscode/adapters/appendLogOnDisk";
import { systemClock } from "../../../../src/vscode/adapters/systemClock";

const [, , folder = "", id = "", own = "0", all = "0"] = process.argv;
const fail = (error: unknown) => {
	throw error;
};
const store = new ConversationStore(appendLogOnDisk(folder), appendLogOnDisk(folder), systemClock, {
	warn: fail,
	error: fail,
});
const { conversation } = await store.load(id);
const complete = new Promise<void>((resolve) => {
	const following = store.follow(
		conversation,
		() => {
			if (conversation.events.length < Number(all)) return;
			following.dispose();
			resolve();
		},
		fail,
	);
});
console.log("ready");
await once(process.stdin, "data");
for (let i = 0; i < Number(own); i++) {
	const parent = conversation.branch().at(-1)?.id ?? null;
	const asked = { type: "asked", message: crypto.randomUUID(), parent, text: `${i}`, attachments: [] } as const;
	const event = store.event(conversation, asked);
	store.apply(conversation, event);
	await store.write(conversation, event, i % 100 === 0);
}
await complete;
console.log(JSON.stringify(conversation.events.map((event) => event.id)));
process.exit(0);
