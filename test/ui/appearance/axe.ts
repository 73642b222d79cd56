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

/** Which of axe's rules are applied: all of them, some alone, or all but some. */
interface RuleChoice {
	readonly runOnly?: readonly string[];
	readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
}

declare const axe: { run(context: unknown, options: unknown): Promise<AxeResults> };

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the problems that axe finds in the panel, a line each; the workbench around it is not ours. */
export async function axeViolations(frame: Pick<FrameLocator, "locator">, choice: RuleChoice = {}): Promise<string[]> {
	const root = frame.locator("html");
	// Through the debugger, because the page's policy rightly lets no script of ours in; once for each page, because it
	// is large.
	if (!(await root.evaluate(() => "axe" in globalThis))) {
		await root.evaluate((_, script) => {
			new Function(script)();
		}, source);
	}
	const { violations } = await root.evaluate(async (_, chosen) => {
		// What is still fading in has the contrast of half its colour.
		const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
		await Promise.allSettled(transitions.map(({ finished }) => finished));
		return axe.run(document, { resultTypes: ["violations"], ...chosen });
	}, choice);
	return violations.flatMap(({ id, help, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ""}`),
	);
}
