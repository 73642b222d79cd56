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

/** What axe looks at, and which of its rules are applied: all of them, some alone, or all but some. */
interface RuleChoice {
	readonly runOnly?: readonly string[];
	readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
	/** The selector of the elements that are looked at; all by default. */
	readonly within?: string;
}

declare const axe: { run(context: unknown, options: unknown): Promise<AxeResults> };

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the problems that axe finds in a page, a line each. Of the workbench, choose the elements that are ours. */
export async function axeViolations(frame: Pick<FrameLocator, "locator">, choice: RuleChoice = {}): Promise<string[]> {
	const root = frame.locator("html");
	// Through the debugger, because the page's policy rightly lets no script of ours in; once for each page, because it
	// is large.
	if (!(await root.evaluate(() => "axe" in globalThis))) {
		await root.evaluate((_, script) => {
			new Function(script)();
		}, source);
	}
	const { violations } = await root.evaluate(async (_, { within, ...chosen }) => {
		// What is still fading in has the contrast of half its colour.
		const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
		await Promise.allSettled(transitions.map(({ finished }) => finished));
		// VS Code's own: a label on an element without a role, and the colour of a box's example.
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
