import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { ensureChromium, launchChromium } from "../../host/browser/chromium";
import { axeViolations } from "../appearance/axe";
import { pictureOf } from "../screenshot";

const day = 24 * 60 * 60 * 1000;

describe("demo gateway: its tab “My keys” in a browser", () => {
	let time = Date.UTC(2025, 2, 1, 9, 30);
	let gateway: DemoGateway;
	let profile: string;
	let context: BrowserContext;
	let page: Page;
	const complaints: string[] = [];

	before(async () => {
		gateway = await startGateway({ streamDelayMs: 0, now: () => time });
		profile = await mkdtemp(join(tmpdir(), "gatehouse-keys-"));
		context = await launchChromium(await ensureChromium(), profile, { width: 1100, height: 800 });
		page = context.pages()[0] ?? (await context.newPage());
		page.on("console", (message) => complaints.push(message.text()));
	});
	after(async () => {
		await context?.close();
		await gateway?.close();
		await rm(profile, { recursive: true, force: true, maxRetries: 5 });
	});

	async function signIn(account: string): Promise<void> {
		await page.goto(gateway.url);
		await page.getByRole("link", { name: "My keys" }).first().click();
		await page.getByRole("textbox", { name: "Account name" }).fill(account);
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByText(`Signed in as ${account}`).waitFor();
	}

	/** Makes a key by keyboard and mouse as a user would; returns the key that the page shows. */
	async function createKey(name: string, kind: RegExp): Promise<string> {
		await page.getByRole("textbox", { name: "Name" }).fill(name);
		await page.getByRole("radio", { name: kind }).check();
		await page.getByRole("button", { name: "Create key" }).click();
		return shownKey().inputValue();
	}

	const shownKey = (): Locator => page.getByRole("textbox", { name: "API key" });
	const row = (name: string): Locator => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

	/** Returns the gateway's reply to a chat with this key: the answer, or the error. */
	async function chat(key: string): Promise<string> {
		const response = await fetch(`${gateway.url}/v1/chat/completions`, {
			method: "POST",
			headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
			body: JSON.stringify({ model: "demo-echo", messages: [{ role: "user", content: "Hello" }] }),
		});
		const { choices, error } = await response.json();
		return response.ok ? choices[0].message.content : `${response.status} ${error.code}`;
	}

	/** Takes a picture in light and dark, and asserts that axe finds no violation and nothing is wider than the window. */
	async function assertLooks(name: string): Promise<void> {
		// Axe needs only `locator`, which a page has as well as a frame.
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await pictureOf(page, `myKeys-${name}-${colorScheme}`);
			assert.deepEqual(await axeViolations(page), [], `${name} in ${colorScheme}`);
		}
		const wider = await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		);
		assert.ok(wider <= 0, `${name} scrolls sideways by ${wider} pixels`);
	}

	it("signs in by name", async () => {
		await page.goto(gateway.url);
		await assertLooks("home");
		await page.getByRole("link", { name: "My keys" }).first().click();
		await page.getByText("This is a demo: a name is all it takes.").waitFor();
		await assertLooks("signIn");
		await signIn("ada");
		assert.equal(new URL(page.url()).pathname, "/keys");
		await page.getByText("You have no keys yet.").waitFor();
		const [cookie, ...more] = await context.cookies();
		assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, more.length], [true, "Strict", 0]);
	});

	let permanent = "";
	it("makes a key that works and is shown only once: after a reload it is gone", async () => {
		permanent = await createKey("laptop", /^Permanent/);
		assert.equal(await chat(permanent), "Hello");
		await shownKey().and(page.locator(":focus")).waitFor();
		await assertLooks("freshKey");
		await page.reload();
		await row("laptop").getByText("Active").waitFor();
		assert.equal(await shownKey().count(), 0);
		assert.ok(!(await page.content()).includes(permanent));
		assert.equal(await page.getByRole("row").count(), 2);
		await page.goBack();
		await page.getByRole("heading", { level: 1 }).waitFor();
		assert.ok(!(await page.content()).includes(permanent));
	});

	let temporary = "";
	it("makes a temporary key, which is refused after 31 days", async () => {
		await page.goto(`${gateway.url}/keys`);
		temporary = await createKey("Sam, intern", /^Temporary/);
		await row("Sam, intern").getByText("31 Mar 2025, 09:30 UTC").waitFor();
		assert.equal(await chat(temporary), "Hello");
		time += 31 * day;
		assert.equal(await chat(temporary), "401 expired_api_key");
		assert.equal(await chat(permanent), "Hello");
	});

	it("renews a key, which works again", async () => {
		// A session ends before a month has passed.
		await page.reload();
		await signIn("ada");
		await row("Sam, intern").getByText("Expired").waitFor();
		await assertLooks("keys");
		await page.getByRole("button", { name: "Renew Sam, intern" }).click();
		await row("Sam, intern").getByText("Active").waitFor();
		await row("Sam, intern").getByText("1 May 2025, 09:30 UTC").waitFor();
		assert.equal(await chat(temporary), "Hello");
	});

	it("hides keys from other accounts", async () => {
		await page.getByRole("button", { name: "Sign out" }).click();
		await signIn("bob");
		await page.getByText("You have no keys yet.").waitFor();
		assert.equal(await page.getByRole("row").count(), 0);
		assert.equal(await chat(temporary), "Hello");
		await page.getByRole("button", { name: "Sign out" }).click();
	});

	it("deletes a key, in two steps, by keyboard too; the key is then refused", async () => {
		await signIn("ada");
		await row("Sam, intern").getByText("Delete…").click();
		await assertLooks("delete");
		await page.getByRole("button", { name: "Delete for good Sam, intern" }).click();
		await row("Sam, intern").waitFor({ state: "detached" });
		assert.equal(await chat(temporary), "401 invalid_api_key");
		assert.equal(await chat(permanent), "Hello");
		await row("laptop").locator("summary").focus();
		for (const key of ["Enter", "Tab", "Enter"]) await page.keyboard.press(key);
		await page.getByText("You have no keys yet.").waitFor();
		assert.equal(await chat(permanent), "401 invalid_api_key");
	});

	it("shows a name as it was given, and fits a narrow window", async () => {
		const name = `<b>${"long".repeat(12)}</b> & "so" on`;
		await createKey(name, /^Temporary/);
		await page.getByRole("heading", { name: `Your new key “${name}”` }).waitFor();
		await page.setViewportSize({ width: 360, height: 800 });
		await assertLooks("narrow");
	});

	it("works without JavaScript, and contains nothing that its own policy forbids", () => {
		// The pages' policy allows no script at all; the browser would have reported one, or a style.
		assert.deepEqual(complaints, []);
	});
});
