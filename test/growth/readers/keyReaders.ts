import { lostKeys } from "../../../src/core/edits/locate/lostKeys";
import { keysOf } from "../../../src/core/edits/locate/yamlKeys";
import type { Reader } from "../reader";

const yaml = ["a: b\n", "  ", "- ", '"c": |\n', "d:", "\n"];
const lines = (text: string) => text.split("\n");
const before = (text: string) => lines(text.slice(0, Math.ceil(text.length / 2)));
const code = (text: string) => lines(text.slice(Math.ceil(text.length / 2)));
const cases = {
	"other keys": (size: number) => {
		const keys = Array.from({ length: size / 16 }, (_, at) => `key${at}:\n`).join("");
		return keys + "key0:\n".repeat(keys.length / "key0:\n".length);
	},
	"nested keys": (size: number) => {
		const lines = Array.from({ length: Math.sqrt(size) }, (_, at) => `${" ".repeat(at)}key:\n`);
		return `${lines.join("")}key:\n`;
	},
};

/** Readers of YAML. */
export const keyReaders: readonly Reader[] = [
	{
		name: "lostKeys",
		module: "core/edits/locate/lostKeys",
		tokens: yaml,
		read: (text) => lostKeys(code(text), before(text), "yaml"),
		cases,
	},
	{
		name: "keysOf",
		module: "core/edits/locate/yamlKeys",
		tokens: ["a: b\n", "  ", "- ", "c: !d |\n", "- > # e\n", '"', "&f ", "g: "],
		read: (text) => keysOf(lines(text)),
	},
];
