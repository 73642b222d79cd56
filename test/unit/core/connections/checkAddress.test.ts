import assert from "node:assert/strict";
import { checkAddress, type ProbeAddress } from "../../../../src/core/connections/checkAddress";
import { addressesOf } from "../../../../src/core/gateway/baseUrl";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { never } from "../gateway/gatewayHarness";

describe("connect: the check of an address without a key", () => {
	const addresses = addressesOf("https://llm.example.org/v1beta/openai");
	const [withV1, given] = addresses.map(({ href }) => href);
	const failed = (status: number, details: object = {}) => ({
		status,
		error: new GatewayError(status === 404 ? "wrongAddress" : "unauthorized", `Status ${status}`, status, details),
	});

	/** Checks the addresses. @param answers the answers in order; errors are thrown. */
	async function check(...answers: readonly (Awaited<ReturnType<ProbeAddress>> | GatewayError)[]) {
		const asked: string[] = [];
		const probe: ProbeAddress = async ({ href }) => {
			asked.push(href);
			const answer = answers[asked.length - 1];
			if (answer === undefined || answer instanceof Error) throw answer ?? new Error("Asked too often");
			return answer;
		};
		const checked = checkAddress(addresses, probe, never).then(
			({ addresses: found, isOpen }) => ({ found: found.map(({ href }) => href), isOpen }),
			(error: unknown) => ({ error: error as GatewayError }),
		);
		return { ...(await checked), asked };
	}

	it("sends one request if something answers, and keeps all addresses that only a key can distinguish", async () => {
		assert.deepEqual(await check({ status: 200 }), { found: [withV1, given], isOpen: true, asked: [withV1] });
		for (const status of [401, 403])
			assert.deepEqual(await check(failed(status, { webPage: true })), {
				found: [withV1, given],
				isOpen: false,
				asked: [withV1],
			});
	});

	it("tries the address as given if there is nothing at /v1", async () => {
		assert.deepEqual(await check(failed(404), failed(401)), { found: [given], isOpen: false, asked: [withV1, given] });
	});

	it("names both addresses if there is nothing at either", async () => {
		const { error } = (await check(failed(404), failed(404))) as { error: GatewayError };
		assert.match(error.message, /Status 404.*v1beta\/openai either/);
	});

	it("ends with the error that prevents a connection to the gateway", async () => {
		const unreachable = new GatewayError("network", "Not there");
		assert.deepEqual(await check(unreachable), { error: unreachable, asked: [withV1] });
	});
});
