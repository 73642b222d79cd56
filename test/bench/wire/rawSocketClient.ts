import { connect, type Socket } from "node:net";
import { type CreateStreamClient, chunkLength, question } from "./streamClient";

const lastChunk = Buffer.from("\r\n0\r\n\r\n");
const textField = Buffer.from('"content":');

/** A socket that only counts the texts, without parsing: the lower limit for every client. */
export const createClient: CreateStreamClient = (url) => {
	const { hostname, port, host, pathname } = new URL(url);
	let socket: Socket | undefined;
	return {
		async read(model, onFirst) {
			socket ??= await connected(Number(port), hostname);
			const body = JSON.stringify({ model, messages: [{ role: "user", content: question }], stream: true });
			socket.write(
				`POST ${pathname}/chat/completions HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer sk-bench\r\n` +
					`content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
			);
			return count(socket, onFirst);
		},
	};
};

function connected(port: number, hostname: string): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, hostname, () => resolve(socket.setNoDelay(true)));
		socket.once("error", reject);
	});
}

/**
 * Counts the texts until the answer's last chunk. A text that is split between packets is found by keeping the end of
 * the previous packet.
 */
function count(socket: Socket, onFirst: () => void): Promise<number> {
	return new Promise((resolve, reject) => {
		let texts = 0;
		let rest: Buffer = Buffer.alloc(0);
		const onData = (data: Buffer) => {
			const packet = rest.length > 0 ? Buffer.concat([rest, data]) : data;
			let from = 0;
			for (let at = packet.indexOf(textField); at >= 0; at = packet.indexOf(textField, from)) {
				if (texts++ === 0) onFirst();
				from = at + textField.length;
			}
			rest = packet.subarray(Math.max(from, packet.length - textField.length + 1));
			if (!packet.subarray(-lastChunk.length).equals(lastChunk)) return;
			socket.off("data", onData).off("error", reject);
			resolve(texts * chunkLength);
		};
		socket.on("data", onData).once("error", reject);
	});
}
