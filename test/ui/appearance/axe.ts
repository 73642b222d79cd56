import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FrameLocator } from "playwright-core";

interface AxeResults {
	readonly violations: readonly {
		readonly id: string;
		readonly help: string;
		readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
	}[];
}

/** The elements that axe checks, and its rules: all of them, only some, or all but some. */
interface RuleChoice {
	readonly runOnly?: readonly string[];
	readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
	/** The selector of the elements that are checked; all by default. */
	readonly within?: string;
}

declare const axe: { run(context: unknown, options: unknown): Promise<AxeResults> };

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the problems that axe finds in a page, one in each line. In the workbench, choose the elements that are ours. */
export async function axeViolations(frame: Pick<FrameLocator, "locator">, choice: RuleChoice = {}): Promise<string[]> {
	const root = frame.locator("html");
	// Through the debugger, because the page's policy rightly blocks scripts of ours; once for each page, because axe
	// is large.
	if (!(await root.evaluate(() => "axe" in globalThis))) {
		await root.evaluate((_, script) => {
			new Function(script)();
		}, source);
	}
	const { violations } = await root.evaluate(async (_, { within, ...chosen }) => {
		// An element that is still fading in has too little contrast.
		const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
		await Promise.allSettled(transitions.map(({ finished }) => finished));
		// Problems of VS Code itself: a label on an element without a role, and the colour of a placeholder.
		const exclude = [[".comments-container"], [".editorPlaceholder"]];
		return axe.run(within === undefined ? document : { include: [[within]], exclude }, {
			resultTypes: ["violations"],
			...chosen,
		});
	}, choice);
	return violations.flatMap(({ id, help, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ""}`),
	);
}
