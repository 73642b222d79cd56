import assert from "node:assert/strict";
import type { DemoGateway } from "../../gateway/demoGateway";

/** A page of the web space, after any redirect. */
export interface WebPage {
	readonly status: number;
	readonly headers: Headers;
	readonly html: string;
	/** Its final address. */
	readonly path: string;
}

/** A row of the table in "My keys". */
export interface KeyRow {
	readonly id: string;
	/** As written in the page, escaped. */
	readonly name: string;
	readonly kind: string;
	/** Dates in ISO format. */
	readonly madeOn: string;
	readonly endsOn: string | undefined;
	readonly state: string;
	readonly renewable: boolean;
}

/** A headless browser: keeps its cookies, follows redirects, and sends the form token of its last page. */
export class WebClient {
	cookie = "";
	formToken = "";

	constructor(private readonly gateway: Pick<DemoGateway, "url">) {}

	get(path: string): Promise<WebPage> {
		return this.ask(path, { method: "GET" });
	}

	/** Sends a form. Given fields replace the token; headers replace those of a browser. */
	submit(path: string, fields: Readonly<Record<string, string>> = {}, headers: HeadersInit = {}): Promise<WebPage> {
		const body = new URLSearchParams({ formToken: this.formToken, ...fields }).toString();
		const type = "application/x-www-form-urlencoded";
		const sent = new Headers({ origin: this.gateway.url, "content-type": type });
		new Headers(headers).forEach((value, name) => {
			sent.set(name, value);
		});
		return this.ask(path, { method: "POST", body, headers: sent });
	}

	signIn(account: string): Promise<WebPage> {
		return this.submit("/sign-in", { account });
	}

	/** Creates a key and returns it, as the page shows it. */
	async createKey(name: string, kind: "permanent" | "temporary" = "permanent"): Promise<string> {
		const page = await this.submit("/keys", { name, kind });
		assert.equal(page.status, 200);
		return shownKey(page) ?? assert.fail("The page shows no key.");
	}

	async keys(): Promise<readonly KeyRow[]> {
		return keyRows(await this.get("/keys"));
	}

	/** Returns the key with this name. */
	async key(name: string): Promise<KeyRow> {
		return (await this.keys()).find((row) => row.name === name) ?? assert.fail(`There is no key ${name}.`);
	}

	private async ask(path: string, init: RequestInit): Promise<WebPage> {
		const headers = new Headers(init.headers);
		if (this.cookie) headers.set("cookie", this.cookie);
		const response = await fetch(this.gateway.url + path, { ...init, headers, redirect: "manual" });
		for (const cookie of response.headers.getSetCookie()) this.cookie = cookie.split(";")[0] ?? "";
		const location = response.headers.get("location");
		if (location !== null) {
			assert.equal(response.status, 303);
			return this.ask(location, { method: "GET" });
		}
		const html = await response.text();
		this.formToken = /name="formToken" value="([^"]+)"/.exec(html)?.[1] ?? "";
		return { status: response.status, headers: response.headers, html, path };
	}
}

/** Creates a client that has just signed in. */
export async function signedIn(gateway: Pick<DemoGateway, "url">, account = "ada"): Promise<WebClient> {
	const client = new WebClient(gateway);
	assert.equal((await client.signIn(account)).path, "/keys");
	return client;
}

/** Returns the key that a page shows, if it shows one. */
export function shownKey({ html }: WebPage): string | undefined {
	return /id="freshKey" value="([^"]*)"/.exec(html)?.[1];
}

export function keyRows({ html }: WebPage): readonly KeyRow[] {
	const body = /<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? "";
	return body
		.split("<tr>")
		.slice(1)
		.map((row): KeyRow => {
			const [madeOn = "", endsOn] = [...row.matchAll(/datetime="([^"]+)"/g)].map(([, date]) => date);
			return {
				id: /\/keys\/([^/]+)\/delete/.exec(row)?.[1] ?? "",
				name: /<th scope="row">(.*?)<\/th>/s.exec(row)?.[1] ?? "",
				kind: /<td>(Permanent|Temporary)<\/td>/.exec(row)?.[1] ?? "",
				madeOn,
				endsOn,
				state: /<span class="\w+">(\w+)<\/span>/.exec(row)?.[1] ?? "",
				renewable: row.includes("/renew"),
			};
		});
}

/** A clock for `startGateway` that tests advance. */
export class TestClock {
	time = Date.UTC(2025, 2, 1, 9, 30);
	readonly now = () => this.time;

	passDays(days: number): void {
		this.time += days * 24 * 60 * 60 * 1000;
	}
}
