import type { Exchange } from "../exchange";
import type { ScriptedAnswer, Step } from "../script";

/** Answers according to the script. Rejects if the connection closes before the script's end. */
export async function playAnswer(exchange: Exchange, answer: ScriptedAnswer): Promise<void> {
	const { status = 200, headers = {}, body, json, chunks } = answer;
	if (chunks) {
		const head = { "content-type": "text/event-stream; charset=utf-8", ...lowerCased(headers) };
		await playSteps(exchange, (flush) => exchange.head(status, head, flush), chunks);
	} else if (json !== undefined) {
		exchange.sendJson(status, json, lowerCased(headers));
	} else {
		exchange.send(status, lowerCased(headers), body ?? "");
	}
}

async function playSteps(exchange: Exchange, head: (flush: boolean) => void, steps: readonly Step[]): Promise<void> {
	const begin = (flush: boolean) => {
		if (!exchange.started) head(flush);
	};
	for (const step of steps) {
		switch (step.type) {
			case "head":
				begin(true);
				break;
			case "bytes":
				begin(false);
				await exchange.write(step.data);
				break;
			case "delay":
				await exchange.pause(step.ms);
				break;
			case "wait":
				await exchange.until(step.until);
				break;
			case "raw":
				exchange.raw(step.data);
				break;
			case "close":
				exchange.close();
				return;
			case "reset":
				exchange.reset();
				return;
			case "stall":
				await exchange.stall();
				return;
			case "end":
				begin(false);
				exchange.end();
				return;
		}
	}
	begin(false);
	exchange.end();
}

function lowerCased<T>(headers: { readonly [name: string]: T }): { [name: string]: T } {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
