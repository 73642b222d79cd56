import assert from "node:assert/strict";
import type { DemoGateway, GatewayOptions } from "../../gateway/demoGateway";
import { assertError, chatPath, closeGatewaysAfterEach, embedPath, openGateway, question } from "./gatewayHarness";
import { keyRows, shownKey, signedIn, TestClock, WebClient } from "./webClient";

/** Spec, sections 1, 2 and 5: the tab "My keys". */
describe("gateway: My keys", () => {
	closeGatewaysAfterEach();

	const clock = new TestClock();
	const open = async (options: GatewayOptions = {}) => (await openGateway({ now: clock.now, ...options })).gateway;

	/** Returns each operation's answer to a key. */
	function ask(gateway: DemoGateway, key: string): Promise<readonly Response[]> {
		const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
		const post = (path: string, body: unknown) =>
			fetch(gateway.url + path, { method: "POST", headers, body: JSON.stringify(body) });
		return Promise.all([
			fetch(`${gateway.url}/v1/models`, { headers }),
			post(chatPath, question("Hello")),
			post(embedPath, { model: "demo-embed", input: "Hello" }),
		]);
	}

	async function assertWorks(gateway: DemoGateway, key: string): Promise<void> {
		for (const response of await ask(gateway, key)) assert.equal(response.status, 200);
	}

	async function assertRefused(gateway: DemoGateway, key: string, code: string, says: RegExp): Promise<void> {
		for (const response of await ask(gateway, key)) {
			assert.equal(response.headers.get("www-authenticate"), "Bearer");
			const message = await assertError(response, 401, code);
			assert.match(message, says);
			assert.ok(!message.includes(key));
		}
	}

	it("is a tab that leads to signing in by name only, and says that this is a demo", async () => {
		const gateway = await open();
		const client = new WebClient(gateway);
		assert.match((await client.get("/")).html, /<a href="\/keys">My keys<\/a>/);
		const page = await client.get("/keys");
		assert.equal(page.path, "/sign-in");
		assert.match(page.html, /<a href="\/keys" aria-current="page">My keys<\/a>/);
		assert.match(page.html, /This is a demo: a name is all it takes/);
		assert.doesNotMatch(page.html, /type="password"/);
		const keys = await client.signIn("  Ada ");
		assert.equal(keys.path, "/keys");
		assert.match(keys.html, /Signed in as <strong>ada<\/strong>/);
		assert.match(keys.html, /You have no keys yet/);
		assert.equal((await client.get("/sign-in")).path, "/keys");
	});

	it("refuses an invalid account name, and shows it escaped", async () => {
		const client = new WebClient(await open());
		for (const name of ["", "  ", "a b", "é", "a".repeat(65), '"><script>alert(1)</script>', "a/b", "a\nb"]) {
			const page = await client.signIn(name);
			assert.deepEqual([page.status, page.path], [400, "/sign-in"]);
			assert.match(page.html, /role="alert">That cannot be an account name/);
			assert.ok(!page.html.includes("<script"));
			assert.equal(client.cookie, "");
		}
	});

	it("creates a key that works, and shows it only once", async () => {
		const gateway = await open();
		const client = await signedIn(gateway);
		const key = await client.createKey("laptop");
		assert.match(key, /^demo-[\w-]{32}$/);
		await assertWorks(gateway, key);
		for (const path of ["/keys", "/", "/keys"]) {
			const page = await client.get(path);
			assert.equal(shownKey(page), undefined);
			assert.ok(!page.html.includes(key));
		}
		assert.notEqual(await client.createKey("laptop"), key);
		assert.equal((await client.keys()).length, 2);
	});

	it("does not lose the key to a HEAD request before the page", async () => {
		const gateway = await open();
		const client = await signedIn(gateway);
		const { cookie, formToken } = client;
		const body = new URLSearchParams({ formToken, name: "laptop", kind: "permanent" });
		await fetch(`${gateway.url}/keys`, { method: "POST", body, headers: { cookie }, redirect: "manual" });
		await fetch(`${gateway.url}/keys`, { method: "HEAD", headers: { cookie } });
		assert.ok(shownKey(await client.get("/keys")));
	});

	it("lists name, kind, dates and state", async () => {
		const client = await signedIn(await open());
		const made = new Date(clock.time).toISOString();
		await client.createKey("laptop");
		await client.createKey("Sam, intern", "temporary");
		clock.passDays(30);
		const again = await signedIn(await open());
		assert.deepEqual(await again.keys(), []);
		await client.signIn("ada");
		const [laptop, sam, ...more] = await client.keys();
		assert.deepEqual(more, []);
		assert.deepEqual(
			{ ...laptop, id: "" },
			{ id: "", name: "laptop", kind: "Permanent", madeOn: made, endsOn: undefined, state: "Active", renewable: false },
		);
		const endsOn = new Date(clock.time).toISOString();
		assert.deepEqual(
			{ ...sam, id: "" },
			{ id: "", name: "Sam, intern", kind: "Temporary", madeOn: made, endsOn, state: "Expired", renewable: true },
		);
	});

	it("shows every text that users entered as text", async () => {
		const client = await signedIn(await open());
		const name = `</th><script>alert("1")</script>&amp;'`;
		await client.createKey(name);
		const page = await client.get("/keys");
		assert.equal(keyRows(page)[0]?.name, "&lt;/th&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;");
		assert.ok(!page.html.includes("<script"));
	});

	it("creates no key without a name or of an unknown kind", async () => {
		const client = await signedIn(await open());
		for (const name of ["", "  ", "a".repeat(81), "a\nb", "a\u2028b", '"\u0000']) {
			const page = await client.submit("/keys", { name, kind: "permanent" });
			assert.equal(page.status, 400);
			assert.match(page.html, /role="alert">A key needs a name/);
			assert.equal(shownKey(page), undefined);
		}
		for (const kind of ["", "eternal"]) {
			const page = await client.submit("/keys", { name: "laptop", kind });
			assert.equal(page.status, 400);
			assert.match(page.html, /role="alert">A key&#39;s kind is one of: permanent, temporary/);
		}
		assert.deepEqual(await client.keys(), []);
	});

	it("creates a temporary key that is refused from the 30th day on, and accepted again after its renewal", async () => {
		const gateway = await open();
		const client = await signedIn(gateway);
		const key = await client.createKey("Sam", "temporary");
		clock.passDays(30);
		clock.time -= 1;
		await assertWorks(gateway, key);
		clock.time += 1;
		await assertRefused(gateway, key, "expired_api_key", /expired.*renew.*"My keys"/);
		await client.signIn("ada");
		const { id } = await client.key("Sam");
		await client.submit(`/keys/${id}/renew`);
		await assertWorks(gateway, key);
		assert.equal((await client.key("Sam")).endsOn, new Date(clock.time + 30 * 86_400_000).toISOString());
		clock.passDays(30);
		await assertRefused(gateway, key, "expired_api_key", /expired/);
	});

	it("renews to 30 days from now, not from the old end", async () => {
		const client = await signedIn(await open());
		await client.createKey("Sam", "temporary");
		const { id } = await client.key("Sam");
		clock.passDays(0.4);
		await client.submit(`/keys/${id}/renew`);
		assert.equal((await client.key("Sam")).endsOn, new Date(clock.time + 30 * 86_400_000).toISOString());
	});

	it("renews no permanent key, which stays valid for years", async () => {
		const gateway = await open();
		const client = await signedIn(gateway);
		const key = await client.createKey("laptop");
		const { id } = await client.key("laptop");
		const page = await client.submit(`/keys/${id}/renew`);
		assert.equal(page.status, 409);
		assert.match(page.html, /This key is permanent/);
		clock.passDays(5000);
		await assertWorks(gateway, key);
	});

	for (const kind of ["permanent", "temporary"] as const) {
		it(`deletes a ${kind} key at any time, expired or not; it is refused from then on`, async () => {
			const gateway = await open();
			const client = await signedIn(gateway);
			for (const days of [0, 31]) {
				const key = await client.createKey("old", kind);
				clock.passDays(days);
				await client.signIn("ada");
				const { id } = await client.key("old");
				await client.submit(`/keys/${id}/delete`);
				assert.deepEqual(await client.keys(), []);
				await assertRefused(gateway, key, "invalid_api_key", /wrong, or was deleted/);
				assert.equal((await client.submit(`/keys/${id}/delete`)).status, 404);
				assert.equal((await client.submit(`/keys/${id}/renew`)).status, 404);
			}
		});
	}

	it("hides an account's keys from every other account: they can't be seen, renewed or deleted", async () => {
		const gateway = await open();
		const [ada, bob] = [await signedIn(gateway, "ada"), await signedIn(gateway, "bob")];
		const key = await ada.createKey("Sam", "temporary");
		const row = await ada.key("Sam");
		assert.deepEqual(await bob.keys(), []);
		for (const act of ["renew", "delete"]) {
			const page = await bob.submit(`/keys/${row.id}/${act}`);
			assert.equal(page.status, 404);
			assert.match(page.html, /You have no such key/);
			await bob.get("/keys");
		}
		clock.time += 1000;
		assert.deepEqual(await ada.key("Sam"), row);
		await assertWorks(gateway, key);
	});

	it("has no other addresses below /keys", async () => {
		const client = await signedIn(await open());
		await client.createKey("laptop");
		const { id } = await client.key("laptop");
		for (const path of [`/keys/${id}`, `/keys/${id}/`, `/keys/${id}/show`, `/keys/${id}/delete/x`, "/keys/"]) {
			assert.equal((await client.submit(path)).status, 404);
			await client.get("/keys");
		}
		assert.equal((await client.get(`/keys/${id}/delete`)).status, 405);
		assert.equal((await client.keys()).length, 1);
	});
});
