import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { GatewayError } from "../../src/core/gateway/gatewayError";
import { clientOf, collect, never, question, testGatewayServices } from "../unit/core/gateway/gatewayHarness";
import { manualClock } from "../unit/core/memoryPorts";

const body = JSON.stringify({ choices: [{ message: { content: "whole" }, finish_reason: "stop" }] });
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/** A server's reaction to a complete request. */
type Move = (socket: Socket) => void;
const answers: Move = (socket) => socket.write(answer);
const closes: Move = (socket) => socket.destroy();
const resets: Move = (socket) => socket.resetAndDestroy();
const halfAHead: Move = (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-ty");

// Kept connections that a server closes: nodejs/undici#3492. Requests that are billed twice: Comfy-Org/ComfyUI#16204.
describe("faults: a connection that closes without an answer", () => {
	let server: Server;
	let moves: Move[];
	/** The connection of each request. */
	let requests: Socket[];
	const { now } = performance;

	beforeEach(async () => {
		requests = [];
		server = createServer((socket) => {
			let received = "";
			socket.on("error", () => undefined);
			socket.on("data", (bytes) => {
				received += bytes.toString();
				const [head = "", rest] = received.split("\r\n\r\n");
				if (rest === undefined || rest.length < Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)) return;
				received = "";
				requests.push(socket);
				(moves.shift() ?? answers)(socket);
			});
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	});
	afterEach(async () => {
		performance.now = now;
		for (const socket of requests) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	});

	/** Asks once for each of the server's reactions, or until one of the questions fails. */
	const ask = async (questions: number, ...planned: Move[]) => {
		moves = planned;
		const address = server.address();
		assert.ok(typeof address === "object" && address);
		const clock = manualClock();
		const client = clientOf(`http://127.0.0.1:${address.port}`, "sk-1", testGatewayServices({ clock }));
		let last: Awaited<ReturnType<typeof collect>> | undefined;
		for (let asked = 0; asked < questions; asked++) {
			last = await collect(
				client.chat(question("hello"), never, (wait) => clock.advance(wait ? wait.until - clock.now() : 0)),
			);
			// undici keeps the connection from the next turn on.
			await turn();
		}
		return last?.text;
	};
	const failing = async (...asked: Parameters<typeof ask>) => {
		const error = await ask(...asked).then(
			() => assert.fail("there was an answer"),
			(thrown: GatewayError) => thrown,
		);
		assert.equal(error.reason, "network");
		return error.message;
	};

	for (const [how, move] of Object.entries({ closes, resets, halfAHead })) {
		it(`does not have its question sent again if it was a new one: ${how}`, async () => {
			assert.match(await failing(1, move), /not sent again, because the gateway may have received it/);
			assert.equal(requests.length, 1);
		});
	}

	for (const [how, move] of Object.entries({ closes, resets })) {
		it(`has its question sent again if it was a kept one: ${how}`, async () => {
			assert.equal(await ask(2, answers, move), "whole");
			assert.equal(requests.length, 3);
			assert.ok(requests[1] === requests[0], "the connection was kept");
		});

		it(`does not have its question sent again if its server dies later: ${how}`, async () => {
			const dies: Move = (socket) => {
				performance.now = () => now.call(performance) + 10_000;
				move(socket);
			};
			assert.match(await failing(2, answers, dies), /not sent again/);
			assert.ok(requests[1] === requests[0], "the connection was kept");
			assert.equal(requests.length, 2);
		});
	}

	it("does not have its question sent again after the answer has begun", async () => {
		await failing(2, answers, halfAHead);
		assert.equal(requests.length, 2);
	});

	it("has its question sent again if it was closed before the question left", async () => {
		await ask(1, answers);
		// The reset comes in the same turn as the question, so the client cannot have seen it.
		requests[0]?.resetAndDestroy();
		assert.equal(await ask(1, answers), "whole");
		assert.equal(requests.length, 2);
	});
});
