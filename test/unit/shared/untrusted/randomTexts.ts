import { pick, seededRandom } from "../../../faults/seededRandom";

/** The characters of links and icons, and characters that could hide them. */
const pieces = [
	"[",
	"]",
	"(",
	")",
	"](",
	"](",
	"$(",
	"$",
	"$(trash)",
	"[renew](",
	"command:x",
	"command:workbench.action.quit",
	"https://a.b",
	"file:///a",
	")",
	")",
	'"t"',
	" ",
	"\n",
	"\r",
	"\t",
	"\\",
	"a",
	"x y",
	"\u200b",
	"\u202e",
	"\u2066",
	"\ufe0f",
	"\u00ad",
	"\u0000",
	"\u001b",
	"\u{e0041}",
	"\ud83d",
	"👩",
	"1️⃣",
	"\u2028",
	"é",
	"~spin",
	"`",
	"*",
	"<a href='command:x'>",
	"&lt;",
	"<",
	"<command:x>",
	"[[",
	"]]",
];

/** Returns hostile texts, which are always the same. */
export function* randomTexts(count: number): Generator<string> {
	const random = seededRandom(14);
	for (let made = 0; made < count; made++) {
		yield Array.from({ length: 1 + Math.floor(random() * 24) }, () => pick(pieces, random)).join("");
	}
}
