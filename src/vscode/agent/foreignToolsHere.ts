import * as vscode from "vscode";
import type { ForeignTools } from "../../core/agent/foreign/foreignTool";
import { offeredTools, type ToolContributor } from "../../core/agent/foreign/offeredTools";
import { hasFields } from "../../shared/untrusted/ownField";

/** The tools of other extensions and of MCP servers in this window. */
export const foreignToolsHere: ForeignTools = {
	list: () => offeredTools(vscode.lm.tools, vscode.extensions.all.map(contributorOf)),
	async call(name, input, signal) {
		const source = new vscode.CancellationTokenSource();
		const cancel = () => source.cancel();
		signal.addEventListener("abort", cancel);
		try {
			const options = { input, toolInvocationToken: undefined };
			const { content } = await vscode.lm.invokeTool(name, options, source.token);
			const texts = content.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : []));
			return { texts, others: content.length - texts.length };
		} finally {
			signal.removeEventListener("abort", cancel);
			source.dispose();
		}
	},
};

/** Reads which tools an extension declares; its manifest may contain anything. */
function contributorOf({ id, packageJSON }: vscode.Extension<unknown>): ToolContributor {
	const manifest: unknown = packageJSON;
	const contributes = hasFields(manifest) ? manifest.contributes : undefined;
	const declared = hasFields(contributes) ? contributes.languageModelTools : undefined;
	return {
		id,
		builtIn: hasFields(manifest) && manifest.isBuiltin === true,
		tools: (Array.isArray(declared) ? declared : []).flatMap((tool: unknown) =>
			hasFields(tool) && typeof tool.name === "string" && typeof tool.modelDescription === "string"
				? { name: tool.name, modelDescription: tool.modelDescription }
				: [],
		),
	};
}
