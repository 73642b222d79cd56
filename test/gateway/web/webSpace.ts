import { ApiError } from "../apiError";
import type { Exchange } from "../exchange";
import type { Operation, Service } from "../operation";
import { requireMethod } from "../requireMethod";
import { changeKey, createKey, showKeys, signIn, signOut, startSignIn } from "./accountPages";
import { homePage } from "./homePage";
import { html } from "./html";
import { sendPage, styleSheetPath, webHeaders } from "./sendPage";
import { styleSheet } from "./styleSheet";

const methods = ["GET", "POST"] as const;
type Pages = Readonly<Partial<Record<(typeof methods)[number], Operation>>>;

/** The addresses of the web space that have a function; all others show the first page. */
const pages: ReadonlyMap<string, Pages> = new Map<string, Pages>([
	["/sign-in", { GET: startSignIn, POST: signIn }],
	["/sign-out", { POST: signOut }],
	["/keys", { GET: showKeys, POST: createKey }],
]);

/**
 * The gateway's web space, with the tab "My keys" of spec, section 1. Like web fronts, it answers every address below
 * `/` that is not part of the API, so that a client with a wrong base URL gets HTML and status 200.
 *
 * @throws ApiError 405 if the address only shows a page.
 */
export const webSpace: Operation = async (exchange, service) => {
	const { path } = exchange.request;
	const found = pages.get(path) ?? (path.startsWith("/keys/") ? { POST: changeKey } : undefined);
	if (found) {
		await answerPage(exchange, service, found);
		return;
	}
	requireMethod(exchange, ["GET"]);
	if (path === styleSheetPath) {
		exchange.send(200, { ...webHeaders, "content-type": "text/css; charset=utf-8" }, styleSheet);
		return;
	}
	const session = service.sessions.find(exchange.request);
	sendPage(exchange, { heading: "Demo gateway", tab: "home", session, body: homePage(service.url) });
};

/** Answers with a page. Users read the errors, so each of them is a page, too. */
async function answerPage(exchange: Exchange, service: Service, page: Pages): Promise<void> {
	const { method } = exchange.request;
	try {
		requireMethod(
			exchange,
			methods.filter((known) => page[known]),
		);
		await page[method === "POST" ? "POST" : "GET"]?.(exchange, service);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const { status, headers, message } = error;
		const session = service.sessions.find(exchange.request);
		const body = html`<p role="alert">${message}</p><p><a href="/keys">My keys</a></p>`;
		sendPage(exchange, { heading: "That did not work", tab: "keys", session, body, status, headers });
	}
}
