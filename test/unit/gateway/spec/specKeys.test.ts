import assert from "node:assert/strict";
import { assertError, openGateway } from "../gatewayHarness";
import { signedIn, TestClock, WebClient } from "../webClient";
import { ask, describeSpec, operations, statuses } from "./specHarness";

describeSpec("specKeys.test.ts", (holds) => {
	holds(
		[
			'§1: Keys are created by the user in the service\'s web space, in a tab named "My keys".',
			'§2: Created by the user in the "My keys" tab of the service\'s web space.',
			'§5.2: `<API_KEY>` is a key created in the "My keys" tab of the service\'s web space.',
		],
		async () => {
			const { gateway } = await openGateway();
			const tab = />My keys<\/a>/;
			assert.match((await new WebClient(gateway).get("/")).html, tab);
			const client = await signedIn(gateway);
			assert.match((await client.get("/keys")).html, tab);
			const key = await client.createKey("laptop");
			assert.deepEqual(await statuses(gateway.url, key), [200, 200, 200]);
			assert.deepEqual(await statuses(gateway.url, `${key}x`), [401, 401, 401]);
		},
	);

	holds(
		[
			"§2: Bound to the account of the user who created it.",
			"§5.3: A key is linked to the account of its creator.",
			"§5.5: A key can be deleted at any time by its owner.",
		],
		async () => {
			const { gateway } = await openGateway();
			const [ada, bob] = [await signedIn(gateway, "ada"), await signedIn(gateway, "bob")];
			const key = await ada.createKey("laptop");
			const { id } = await ada.key("laptop");
			assert.deepEqual(await bob.keys(), []);
			assert.equal((await bob.submit(`/keys/${id}/delete`)).status, 404);
			assert.deepEqual(await statuses(gateway.url, key), [200, 200, 200]);
			await ada.get("/keys");
			await ada.submit(`/keys/${id}/delete`);
			assert.deepEqual(await statuses(gateway.url, key), [401, 401, 401]);
		},
	);

	holds(
		[
			"§2: A user may generate a temporary key for an intern. It is valid for 30 days and is renewable.",
			"§3: a temporary key is valid for 30 days and is renewable",
			"§5.4: A temporary key for interns is valid for 30 days and is renewable.",
			"§8: Validity of a temporary key · 30 days, renewable",
		],
		async () => {
			const clock = new TestClock();
			const { gateway } = await openGateway({ now: clock.now });
			const client = await signedIn(gateway);
			const key = await client.createKey("Sam, intern", "temporary");
			clock.passDays(29.99);
			assert.deepEqual(await statuses(gateway.url, key), [200, 200, 200]);
			clock.passDays(0.01);
			const message = await assertError(await ask(gateway.url, key, operations[1]), 401, "expired_api_key");
			assert.match(message, /expired/);
			await client.signIn("ada");
			await client.submit(`/keys/${(await client.key("Sam, intern")).id}/renew`);
			clock.passDays(29.99);
			assert.deepEqual(await statuses(gateway.url, key), [200, 200, 200]);
			clock.passDays(0.01);
			assert.deepEqual(await statuses(gateway.url, key), [401, 401, 401]);
		},
	);

	holds(["§2: A key can be deleted at any time.", "§3: any key can be deleted at any time"], async () => {
		const clock = new TestClock();
		const { gateway } = await openGateway({ now: clock.now });
		const client = await signedIn(gateway);
		for (const kind of ["permanent", "temporary"] as const) {
			for (const days of [0, 29, 1000]) {
				const key = await client.createKey("old", kind);
				clock.passDays(days);
				await client.signIn("ada");
				await client.submit(`/keys/${(await client.key("old")).id}/delete`);
				const response = await ask(gateway.url, key, operations[0]);
				assert.match(await assertError(response, 401, "invalid_api_key"), /deleted/);
			}
		}
	});

	holds(["§2: no key record is exposed through the HTTP interface"], async () => {
		const { gateway, get, post } = await openGateway();
		const client = await signedIn(gateway);
		const key = await client.createKey("a name of its own");
		const { id } = await client.key("a name of its own");
		for (const path of ["/v1/keys", "/v1/api_keys", `/v1/keys/${id}`, "/v1/me"]) {
			for (const response of [await get(path), await post(path, {})]) await assertError(response, 404, "unknown_path");
		}
		for (const operation of operations) {
			const text = await (await ask(gateway.url, key, operation)).text();
			for (const secret of [key, id, "a name of its own"]) assert.ok(!text.includes(secret));
			// Only as a whole word, because a request's random id may contain these letters.
			assert.doesNotMatch(text, /\bada\b/);
		}
	});
});
