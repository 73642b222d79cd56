import assert from "node:assert/strict";
import { findGateway } from "../../../src/core/connections/findGateway";
import { addressesOf } from "../../../src/core/gateway/baseUrl";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { canaryKey, clientOf, never, opener } from "../../unit/core/gateway/gatewayHarness";
import { type AddressDialect, addressDialects, pageDialects } from "./addressDialects";
import { assertDialects } from "./dialect";

describe("faults: the addresses of real servers", () => {
	let server: DemoGateway;
	beforeEach(async () => {
		server = await startGateway({ keys: [canaryKey] });
	});
	afterEach(() => server.close());

	it("are at least fifteen, each with its source", () => {
		assertDialects([...addressDialects, ...pageDialects], 15);
	});

	const times = Number.POSITIVE_INFINITY;
	const asked = () => server.requests.map(({ target }) => target);

	function play({ layout }: AddressDialect): void {
		for (const [path, answer] of Object.entries(layout)) {
			if (path !== "*") server.script({ match: path, times, ...answer });
		}
		const others = layout["*"];
		if (others) server.script({ times, ...others });
	}

	for (const dialect of addressDialects) {
		const { name, source, typed, expected } = dialect;
		it(`${name} (${source})`, async () => {
			play(dialect);
			const finding = findGateway(opener(), addressesOf(server.url + typed), canaryKey, never);
			if ("reason" in expected) await assert.rejects(finding, expected);
			else {
				const { base, models } = await finding;
				assert.equal(base.href, server.url + expected.at);
				assert.deepEqual(
					models.map(({ id }) => id),
					["demo-chat"],
				);
			}
			assert.deepEqual(asked(), dialect.asked);
			assert.ok(server.requests.every(({ headers }) => headers.authorization === `Bearer ${canaryKey}`));
		});
	}

	for (const { name, source, pages, ids } of pageDialects) {
		it(`${name} (${source})`, async () => {
			for (const [query, json] of Object.entries(pages)) {
				server.script({ match: ({ target }) => target === `/v1/models${query}`, times, json });
			}
			server.script({ match: "/v1/models", times, json: pages[""] });
			const models = await clientOf(server.url).listModels(never);
			assert.deepEqual(
				models.map(({ id }) => id),
				ids,
			);
			assert.ok(asked().length <= 2 * Object.keys(pages).length + 3, asked().join("\n"));
		});
	}
});
