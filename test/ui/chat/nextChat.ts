import type { DemoGateway } from "../../gateway/demoGateway";

/** The parts of a chat request that the tests compare. */
export interface ChatBody {
	readonly model: string;
	readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Returns the next chat request. */
export async function nextChat(gateway: DemoGateway): Promise<ChatBody> {
	const { json } = await gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
	return json as ChatBody;
}

/** Returns the last message of the next chat request. */
export async function nextQuestion(gateway: DemoGateway): Promise<string> {
	return (await nextChat(gateway)).messages.at(-1)?.content ?? "";
}
