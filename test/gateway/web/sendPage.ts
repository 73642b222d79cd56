import type { OutgoingHttpHeaders } from "node:http";
import type { Exchange } from "../exchange";
import { type Html, html } from "./html";
import type { Session } from "./sessionStore";

/** One page of the web space. */
export interface Page {
	/** The heading, also used in the title. */
	readonly heading: string;
	/** The tab to which it belongs. */
	readonly tab: "home" | "keys";
	/** The user who is signed in. */
	readonly session?: Session | undefined;
	readonly body: Html;
	/** The status; 200 by default. */
	readonly status?: number;
	readonly headers?: OutgoingHttpHeaders;
}

export const styleSheetPath = "/style.css";

/**
 * The headers of all pages of the web space: no script, nothing from elsewhere, no framing, forms only to this gateway,
 * no cache. `same-origin`: with `no-referrer`, a form's Origin would be "null".
 */
export const webHeaders: OutgoingHttpHeaders = {
	"content-security-policy":
		"default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	"x-content-type-options": "nosniff",
	"referrer-policy": "same-origin",
	"cache-control": "no-store",
};

/** Sends a page in the web space's layout: with the tabs and the user's name above, and a description below. */
export function sendPage(exchange: Exchange, page: Page): void {
	const headers = { "content-type": "text/html; charset=utf-8", ...webHeaders, ...page.headers };
	exchange.send(page.status ?? 200, headers, document(page).text);
}

/** Redirects the browser to another page, with GET: reloading that page repeats no form. */
export function sendOn(exchange: Exchange, location: string, headers: OutgoingHttpHeaders = {}): void {
	exchange.send(303, { ...webHeaders, ...headers, location }, "");
}

function document({ heading, tab, session, body }: Page): Html {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading} · Demo gateway</title>
<link rel="stylesheet" href="${styleSheetPath}">
</head>
<body>
<header>
<p class="name">Demo gateway</p>
<nav aria-label="Tabs">
<a href="/"${current(tab === "home")}>Home</a>
<a href="/keys"${current(tab === "keys")}>My keys</a>
</nav>
${session ? signedIn(session) : null}
</header>
<main>
<h1>${heading}</h1>
${body}
</main>
<footer><p>A stand-in for a gateway to language models, for trying and testing Gatehouse. It listens on this computer alone.</p></footer>
</body>
</html>
`;
}

function current(is: boolean): Html | null {
	return is ? html` aria-current="page"` : null;
}

function signedIn({ account, formToken }: Session): Html {
	return html`<form method="post" action="/sign-out" class="account">
${hiddenToken(formToken)}
<span>Signed in as <strong>${account}</strong></span>
<button class="quiet">Sign out</button>
</form>`;
}

/** Renders the field that proves that a form came from a page of this session. */
export function hiddenToken(formToken: string): Html {
	return html`<input type="hidden" name="formToken" value="${formToken}">`;
}
