import type { ForeignResult, ForeignTool, ForeignTools } from "../../../../../src/core/agent/foreign/foreignTool";

/** Foreign tools in memory. */
export class MemoryTools implements ForeignTools {
	tools: readonly ForeignTool[];
	readonly calls: (readonly [name: string, input: object])[] = [];
	answer: (signal: AbortSignal) => Promise<ForeignResult> = async () => ({ texts: ["Sunny."], others: 0 });

	constructor(...tools: readonly ForeignTool[]) {
		this.tools = tools;
	}

	list(): readonly ForeignTool[] {
		return this.tools;
	}

	call(name: string, input: object, signal: AbortSignal): Promise<ForeignResult> {
		this.calls.push([name, input]);
		return this.answer(signal);
	}
}
