import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/**
 * The texts of the UI, as their translations name them; another test checks that none is missing. `npm test` runs in
 * the project's folder.
 */
const texts = Object.keys(JSON.parse(readFileSync("l10n/bundle.l10n.fr.json", "utf8")) as Record<string, string>);

/** Matches a number, at most one adjective, and a word that may be a plural noun. */
const counted = /\{\d\} (?:nested )?([a-z]+s)\b/g;

/** Matches words that are not plural nouns: verbs, which follow a name, and units. */
const noPlurals =
	/^(accepts|answers|as|asks|calls|comes|does|expects|expires|goes|has|is|lists|looks|makes|ms|names|needs|offers|receives|redirects|refuses|returns|sends|this|uses|was|works|writes)$/;

/** Matches a text in which the number exceeds another number, or is a limit. */
const isLimit = /(more than|at most|only|latest|first|within|stopped:|stopped after) \{|the maximum (is|of) /i;

/** The texts in which no number is ever 1, with the reason. */
const neverOne: Readonly<Record<string, string>> = {
	"{0} (renewed in {1} seconds)": "from two seconds on",
	"Wait {0} seconds, then check again.": "after more than ten seconds only",
	"{0} minutes": "a clock that is at least five minutes wrong",
	"{0} hours": "from two hours on",
	"{0} days": "from two days on",
	"The temporary key for {0} expires in {1} days. Renew it in “My keys”.": "within a day is another text",
	"Codebase: {0} places": "one place is shown by itself",
	"The answer has {0} versions of this code. Choose one of them, or try again.": "several versions",
	"The gateway's answer contains no embedding for one of the {0} texts.": "several texts",
	"It accepts {0} tokens.": "a model's context",
	"{0} of {1} tokens": "a model's context",
	"it is large: about {0} tokens": "a large file",
	"{0} tokens in each request": "the descriptions of tools",
	"{0} questions are already queued. Send or remove some first.": "the queue's limit",
	"Its embeddings have {0} dimensions.": "a model's vectors",
	"{0} makes embeddings with {1} dimensions.": "a model's vectors",
	"{0} now returns embeddings with {1} dimensions, but those in the index have {2}. Delete the index and build it again.":
		"a model's vectors",
	"{0} dimensions": "a model's vectors",
};

/** The singulars that are worded in another way. */
const otherSingulars: Readonly<Record<string, string>> = {
	"{0} lines of the conversation could not be read and were left out. The rest is intact.":
		"One line of the conversation could not be read and was left out. The rest is intact.",
	"{0} processes could not be ended": "1 process could not be ended",
	"{0} processes that it had left running were ended": "1 process that it had left running was ended",
};

const plurals = texts.filter((text) => [...text.matchAll(counted)].some(([, word = ""]) => !noPlurals.test(word)));

/** Returns the text for one of what is counted, with its other placeholders numbered again. */
function singularOf(text: string): string {
	let next = 0;
	const single = text.replace(counted, (all, word: string) => (noPlurals.test(word) ? all : `1 ${word.slice(0, -1)}`));
	return single.replace(/\{\d\}/g, () => `{${next++}}`);
}

describe("translations: plurals", () => {
	it("have a singular, unless their number is a limit or never 1", () => {
		assert.ok(plurals.length > 30, String(plurals.length));
		const without = plurals.filter((text) => !isLimit.test(text) && !(text in neverOne));
		assert.deepEqual(
			without.filter((text) => !texts.includes(otherSingulars[text] ?? singularOf(text))),
			[],
		);
	});

	it("that need no singular are texts of the UI", () => {
		const known = [...Object.keys(neverOne), ...Object.keys(otherSingulars)];
		assert.deepEqual(
			known.filter((text) => !plurals.includes(text)),
			[],
		);
	});
});
