import type { DemoGateway } from "../../gateway/demoGateway";

/** What the tests look at of a chat request. */
export interface ChatBody {
	readonly model: string;
	readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** The next chat request. */
export async function nextChat(gateway: DemoGateway): Promise<ChatBody> {
	const { json } = await gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
	return json as ChatBody;
}

/** What the next chat request asks last. */
export async function nextQuestion(gateway: DemoGateway): Promise<string> {
	return (await nextChat(gateway)).messages.at(-1)?.content ?? "";
}
