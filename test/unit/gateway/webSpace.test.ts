import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import type { GatewayOptions } from "../../gateway/demoGateway";
import { type Session, SessionStore } from "../../gateway/web/sessionStore";
import { closeGatewaysAfterEach, openGateway } from "./gatewayHarness";
import { signedIn, TestClock, WebClient } from "./webClient";

describe("gateway: the security of the web space", () => {
	closeGatewaysAfterEach();

	const open = async (options: GatewayOptions = {}) => (await openGateway(options)).gateway;

	it("sends no page that runs a script, can be framed, or is cached", async () => {
		const gateway = await open();
		const client = await signedIn(gateway);
		await client.createKey("laptop");
		const pages = [
			await client.get("/"),
			await client.get("/keys"),
			await client.get("/style.css"),
			await client.submit("/keys/no/delete"),
			await new WebClient(gateway).get("/sign-in"),
		];
		for (const { headers, html } of pages) {
			const policy = headers.get("content-security-policy")?.split("; ") ?? [];
			for (const rule of ["default-src 'none'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"]) {
				assert.ok(policy.includes(rule), rule);
			}
			assert.ok(!policy.some((rule) => /script-src|unsafe|\*|http/.test(rule)));
			assert.equal(headers.get("x-content-type-options"), "nosniff");
			assert.equal(headers.get("cache-control"), "no-store");
			assert.doesNotMatch(html, /<script|<style|\sstyle=|\son\w+=/);
		}
		const style = await fetch(`${gateway.url}/style.css`);
		assert.match(style.headers.get("content-type") ?? "", /^text\/css/);
		assert.match(await style.text(), /prefers-color-scheme: dark/);
	});

	it("signs in with a cookie that no script can read and no other site's page sends", async () => {
		const gateway = await open();
		const response = await fetch(`${gateway.url}/sign-in`, {
			method: "POST",
			body: new URLSearchParams({ account: "ada" }),
			redirect: "manual",
		});
		assert.equal(response.status, 303);
		const [cookie = "", ...more] = response.headers.getSetCookie();
		assert.deepEqual(more, []);
		const [pair = "", ...attributes] = cookie.split("; ");
		// All ports of a host share their cookies: two gateways must not sign out each other's users.
		assert.match(pair, new RegExp(`^gatehouse-demo-${new URL(gateway.url).port}=[\\w-]{32}$`));
		assert.deepEqual(attributes.sort(), ["HttpOnly", "Path=/", "SameSite=Strict"]);
	});

	it("accepts no form from another origin, not even to sign in", async () => {
		const gateway = await open();
		const { port } = new URL(gateway.url);
		const client = await signedIn(gateway);
		const { formToken } = client;
		const foreign = ["null", "https://example.org", "http://127.0.0.1:1", `https://127.0.0.1:${port}`, "nonsense"];
		for (const origin of foreign) {
			for (const path of ["/sign-in", "/sign-out", "/keys", "/keys/x/delete"]) {
				const page = await client.submit(path, { formToken, account: "bob", name: "a", kind: "permanent" }, { origin });
				assert.equal(page.status, 403, `${origin} ${path}`);
				assert.match(page.html, /did not come from a page of this gateway/);
			}
		}
		assert.deepEqual(await client.keys(), []);
	});

	it("accepts a form under any name of this computer, also through a forwarded port, and under no other name", async () => {
		const { url } = await open();
		const { port } = new URL(url);
		const status = (host: string, origin: string) =>
			new Promise((resolve, reject) => {
				const headers = { host, origin, "content-type": "application/x-www-form-urlencoded" };
				httpRequest(`${url}/sign-in`, { method: "POST", headers }, (response) => resolve(response.resume().statusCode))
					.once("error", reject)
					.end("account=ada");
			});
		for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "localhost:4001", "[::1]:4001"]) {
			assert.equal(await status(host, `http://${host}`), 303);
		}
		// A name that resolves to this computer, and a page on another of its ports.
		assert.equal(await status(`gateway.example.org:${port}`, `http://gateway.example.org:${port}`), 403);
		assert.equal(await status(`127.0.0.1:${port}`, `http://localhost:${port}`), 403);
	});

	it("refuses a form without the token of its session", async () => {
		const gateway = await open();
		const [ada, bob] = [await signedIn(gateway, "ada"), await signedIn(gateway, "bob")];
		await ada.createKey("laptop");
		const { id } = await ada.key("laptop");
		for (const formToken of ["", "no", bob.formToken, `${ada.formToken}x`]) {
			for (const path of ["/keys", `/keys/${id}/delete`, `/keys/${id}/renew`, "/sign-out"]) {
				const page = await ada.submit(path, { formToken, name: "other", kind: "permanent" });
				assert.equal(page.status, 403);
			}
		}
		assert.deepEqual(
			(await ada.keys()).map(({ name }) => name),
			["laptop"],
		);
	});

	it("accepts only forms, and only of a reasonable size", async () => {
		const client = await signedIn(await open({ maxBodyBytes: 500 }));
		const json = { "content-type": "application/json" };
		assert.equal((await client.submit("/keys", { name: "a", kind: "permanent" }, json)).status, 415);
		await client.get("/keys");
		assert.equal((await client.submit("/keys", { name: "a".repeat(600), kind: "permanent" })).status, 413);
		assert.deepEqual(await client.keys(), []);
	});

	it("changes nothing by GET, and says so", async () => {
		const client = await signedIn(await open());
		for (const path of ["/sign-out", "/keys/x/renew", "/keys/x/delete"]) {
			const { status, headers, html } = await client.get(path);
			assert.equal(status, 405);
			assert.equal(headers.get("allow"), "POST");
			assert.match(html, /role="alert">Only POST is answered here/);
		}
		assert.equal((await client.get("/keys")).path, "/keys");
	});

	it("signs out: the cookie is no longer valid", async () => {
		const gateway = await open();
		const client = await signedIn(gateway);
		const { cookie } = client;
		assert.equal((await client.submit("/sign-out")).path, "/sign-in");
		assert.match(client.cookie, /=$/);
		client.cookie = cookie;
		assert.equal((await client.get("/keys")).path, "/sign-in");
		assert.equal((await client.submit("/sign-out")).path, "/sign-in");
		assert.equal((await client.submit("/keys", { name: "a", kind: "permanent" })).path, "/sign-in");
	});

	it("signs in again with a new cookie, and ends the old session", async () => {
		const client = await signedIn(await open(), "ada");
		const { cookie } = client;
		assert.match((await client.signIn("bob")).html, /Signed in as <strong>bob</);
		assert.notEqual(client.cookie, cookie);
		client.cookie = cookie;
		assert.equal((await client.get("/keys")).path, "/sign-in");
	});

	it("ends a session after 12 hours", async () => {
		const clock = new TestClock();
		const client = await signedIn(await open({ now: clock.now }));
		clock.passDays(0.5);
		clock.time -= 1;
		assert.equal((await client.get("/keys")).path, "/keys");
		clock.time += 1;
		assert.equal((await client.get("/keys")).path, "/sign-in");
	});

	it("keeps the last 1000 sessions", () => {
		const sessions = new SessionStore("a", () => 0);
		const [first, second] = [sessions.begin("first"), sessions.begin("second")];
		for (let i = 0; i < 999; i++) sessions.begin("many");
		const find = (session: Session) => sessions.find({ headers: { cookie: `a=${session.token}` } });
		assert.equal(find(first), undefined);
		assert.equal(find(second), second);
	});

	it("accepts its cookie among others, and no other gateway's", async () => {
		const [one, other] = [await open(), await open()];
		const client = await signedIn(one);
		client.cookie = `theme=dark; ${client.cookie}; x=y=z; =`;
		assert.equal((await client.get("/keys")).path, "/keys");
		const guest = new WebClient(other);
		guest.cookie = client.cookie;
		assert.equal((await guest.get("/keys")).path, "/sign-in");
	});
});
