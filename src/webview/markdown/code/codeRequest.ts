/** A request for an action on a block's code. The panel handles it, because the block has no access to the host. */
export class CodeRequest extends Event {
	static readonly type = "gatehouse-code";

	constructor(
		readonly action: "copy" | "insert" | "apply" | "newFile",
		readonly text: string,
		/** The file for the code; empty when its fence names none. */
		readonly path: string,
		/** Called after the action. */
		readonly done: () => void = () => {},
	) {
		super(CodeRequest.type, { bubbles: true });
	}
}
