import assert from "node:assert/strict";
import { parsePromptFile } from "../../../src/core/actions/promptFile";
import { promptInputs } from "../../../src/core/actions/promptVariables";
import { messageOf } from "../../../src/core/base/errors";
import { conversationTitle } from "../../../src/core/chat/conversation/conversationTitle";
import { readConversationJson } from "../../../src/core/chat/storage/conversationFile";
import { ConversationStore } from "../../../src/core/chat/storage/conversationStore";
import { ConnectionStore } from "../../../src/core/connections/connectionStore";
import { KeyStore } from "../../../src/core/connections/keyStore";
import { problemsText } from "../../../src/core/context/problemsText";
import { troubleLine } from "../../../src/core/doctor/doctorReport";
import { allowedPath } from "../../../src/core/edits/apply/pathRules";
import { failureOf } from "../../../src/core/gateway/errors/failure";
import { readModels } from "../../../src/core/gateway/response/modelsReader";
import { placeOf, snippetOf } from "../../../src/core/search/query/searchResultText";
import { fenceInfo } from "../../../src/shared/fenceInfo";
import { inertLine, inertMessage, inertName } from "../../../src/shared/untrusted/inertText";
import { hasIcon, hasLink } from "../shared/untrusted/vscodeText";
import { canaryKey, connectedGateway, never } from "./gateway/gatewayHarness";
import { manualClock, memoryAppendLog, memoryLogChannel, memorySecrets, memoryState } from "./memoryPorts";
import { foundChunk } from "./search/foundChunk";

/** A link and an icon as VS Code would draw them, without a space, at which some readers stop. */
const hostile = "$(trash)[renew](command:x)";

/** The text that reaches VS Code's UI from each source, as the product reads it. */
const sources: Readonly<Record<string, () => string | Promise<string>>> = {
	"a gateway's refusal": async () => {
		const { server, client } = await connectedGateway();
		try {
			server.script({ status: 401, json: { error: { message: `Key expired. ${hostile}` } } });
			const error: unknown = await client.listModels(never).catch((reason: unknown) => reason);
			return failureOf(error).message;
		} finally {
			await server.close();
		}
	},
	"a model's id": () => readModels({ data: [{ id: hostile }] })[0]?.id ?? "",
	"a gateway's name in the settings": () => {
		const read = () => [{ name: hostile, url: "https://a.example/v1" }];
		return connectionsOf({ read, write: async () => {}, onDidChange: () => ({ dispose() {} }) }).all()[0]?.name ?? "";
	},
	"the title of a fence in an answer": () => fenceInfo(`ts title="${hostile}.ts"`).path,
	"a fence's title that no file can have": () => {
		try {
			return allowedPath(fenceInfo(`ts title="${hostile}.ts"`).path).path;
		} catch (error) {
			return messageOf(error);
		}
	},
	"the title of an imported conversation": () => importedTitle([{ type: "titled", title: hostile }]),
	"the first question of an imported conversation": () => importedTitle([]),
	"what a prompt file asks for": () =>
		promptInputs(`Fix \${input:${hostile.replace(":", "")}:${hostile}}`)[0]?.placeholder ?? "",
	"a prompt file's name": () => parsePromptFile(`${hostile}.prompt.md`, "Do it.")?.name ?? "",
	"a prompt file's description": () =>
		parsePromptFile("a.prompt.md", `---\ndescription: ${hostile}\n---\nDo it.`)?.description ?? "",
	"a file's name, as a place is named": () => placeOf(foundChunk({ path: `src/${hostile}.ts` })),
	"a chunk's text": () => snippetOf(foundChunk({ text: `const a = "${hostile}";\n` })),
	"a chunk's symbol": () => foundChunk({ symbol: hostile }).symbol,
	"a problem's text": () =>
		problemsText([{ path: "a.ts", problems: [{ line: 1, severity: "error", message: hostile, source: hostile }] }]),
	"what the doctor found": () => troubleLine({ cause: hostile, fix: hostile }),
	// Git returns both exactly as they were written.
	"a commit's subject": () => `fix: ${hostile}`,
	"a branch's name": () => `feature/${hostile}`,
};

function connectionsOf(gateways: ConstructorParameters<typeof ConnectionStore>[0]): ConnectionStore {
	const log = memoryLogChannel();
	const keys = new KeyStore(memorySecrets(), memoryState());
	return new ConnectionStore(gateways, keys, memoryState(), manualClock(), log, () => assert.fail("nothing is asked"));
}

async function importedTitle(further: readonly object[]): Promise<string> {
	const asked = { type: "asked", id: "1", at: 1, message: "m", parent: null, text: hostile, attachments: [] };
	const events = [asked, ...further.map((event, i) => ({ id: `t${i}`, at: 2, ...event }))];
	const store = new ConversationStore(memoryAppendLog(), memoryAppendLog(), manualClock(), memoryLogChannel());
	const id = await store.add(readConversationJson(JSON.stringify({ format: "gatehouse-conversation", events })).events);
	return conversationTitle((await store.load(id)).conversation);
}

describe("untrusted text", () => {
	for (const [source, read] of Object.entries(sources)) {
		it(`is inert in VS Code's UI, from ${source}`, async () => {
			const text = await read();
			assert.ok(hasLink(text) && hasIcon(text), `not hostile: ${text}`);
			for (const make of [inertName, inertLine, inertMessage]) {
				const shown = make(text);
				assert.ok(!hasLink(shown) && !hasIcon(shown), shown);
			}
			assert.ok(inertLine(text).includes("$ (trash)[renew] (command:x)"), inertLine(text));
		});
	}

	it("keeps the key out of what is shown", async () => {
		const { server, client } = await connectedGateway();
		try {
			server.script({ status: 401, json: { error: { message: `No such key: ${canaryKey} ${hostile}` } } });
			const error: unknown = await client.listModels(never).catch((reason: unknown) => reason);
			assert.ok(!inertLine(failureOf(error).message).includes(canaryKey));
		} finally {
			await server.close();
		}
	});
});
