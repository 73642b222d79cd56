const words = (text: string) => new Set(text.split(" "));

/** Words of sentences in English, French, German and other languages that hardly any program uses as names. */
const sentenceWords = words(
	"the a an of to is are be was were been and or but that which it its it's we you your they their there these those will " +
		"would should could can cannot can't don't must has have had needs needed with by on at here both so then than into " +
		"because when if as not no also please following given how what why " +
		"le la les des du une un est sont et ou que qui pour dans vous nous on ce cette ces il elle faut pas ne sur avec au aux ici par " +
		"der die das dem den des ein eine einen einer eines ist sind wird werden und oder nicht hier für mit von zu auf im in ich wir " +
		"sie es bitte muss soll kann wie el los las que una para esta il che per sono não uma os",
);
/** The words of sentences that are not keywords of any language. */
const plainWords = words(
	"the an we you your they their should would was were which these those le les des une est pour vous nous cette " +
		"der die das eine einen ist und wird werden nicht für",
);
/** Keywords that count for every language below. */
const common =
	"return if else for while do switch case default break continue try catch finally throw new class import export from " +
	"static const async await in this null true false void enum interface public private protected package namespace";
const scripted =
	"function let var of typeof instanceof extends implements super yield get set delete debugger with as is keyof readonly " +
	"unique infer asserts satisfies type declare abstract module global unknown any never string number boolean object symbol " +
	"bigint undefined override accessor require out defer using";
const pythonic =
	"def and or not is lambda elif except raise as pass del global nonlocal assert yield with match type none self print exec";
const rusty =
	"fn let mut ref pub impl dyn trait struct mod use crate super self where unsafe extern type move match loop as box union " +
	"macro_rules str bool yield auto async";
const typed =
	"struct union typedef typename template using extends implements throws final abstract synchronized native transient " +
	"volatile override virtual inline extern register unsigned signed long short int char float double bool boolean byte " +
	"string decimal object var val let fun func fn defer go chan map range select type func instanceof super sealed partial " +
	"internal readonly ref out params get set init where as is not and or when companion data suspend lateinit open inner " +
	"operator infix reified vararg by constructor guard protocol extension mutating weak lazy inout some any rethrows willset " +
	"didset convenience required optional nonatomic strong copy assign explicit constexpr noexcept mutable friend operator " +
	"global echo print use function trait foreach endif endforeach insteadof yield late external factory mixin on show hide " +
	"group into orderby join equals ascending descending select from let to at event delegate with checked unchecked fixed lock base value record module requires exports async each repeat";
const styled =
	"a i b s q u p em to at of in on by and or not from inherit initial solid none auto center left right top bottom all the";

/** Languages in which two names are never adjacent, with their keywords. */
const strictWords: Readonly<Record<string, string>> = {
	typescript: scripted,
	typescriptreact: scripted,
	javascript: scripted,
	javascriptreact: scripted,
	python: pythonic,
	rust: rusty,
	json: "",
	jsonc: "",
};
const typedLanguages = words(
	"go java c cpp csharp kotlin swift objective-c objective-cpp php dart scala css scss less",
);
/** Languages whose programs consist of words. */
const wordLanguages = words("applescript cobol abap robotframework plsql inform7 vb coq");

const codeWords = new Map<string, ReadonlySet<string>>([
	...Object.entries(strictWords).map(([id, own]) => [id, words(`${common} ${own}`)] as const),
	...[...typedLanguages].map((id) => [id, words(`${common} ${/css|less/.test(id) ? styled : typed}`)] as const),
]);

/** A word of a sentence, with its punctuation. */
const plainWord = /^["'(“‘«¿¡]?\p{L}[\p{L}\p{M}'’-]*[.,:!?)"'”’»،؟।]{0,2}$/u;
/** A word with nothing after it. */
const bareWord = /^[(“‘«]?\p{L}[\p{L}\p{M}'’-]*$/u;

export const isPlainWord = (word: string): boolean => plainWord.test(word);

/** Returns whether a word of a line is a keyword of its language, such as "return". */
export function isCodeWord(word: string, languageId: string): boolean {
	return codeWords.get(languageId)?.has(nameOf(word)) ?? false;
}

/** The facts about a line that are derived from its words. */
export interface WordRule {
	readonly isProse: boolean;
	/** Whether it is known which words may be adjacent in the language. */
	readonly isKnown: boolean;
	/** Whether two names are never adjacent in the language. */
	readonly isStrict: boolean;
	/** Whether programs in the language consist of words. */
	readonly isOfWords: boolean;
	/** The number of pairs of adjacent names. */
	readonly pairs: number;
	/** The number of words of sentences that hardly any program uses as names. */
	readonly wordsOfSentences: number;
	/** Whether it may be a list of names with their types, in a language with such lists. */
	readonly isOfNames: boolean;
}

/** Counts adjacent names, which a language allows only next to its keywords, or only a few at a time. */
export function wordRule(line: readonly string[], languageId: string): WordRule {
	const own = codeWords.get(languageId);
	const isPlain = line.length > 4 && line.every(isPlainWord);
	const hasPlainWords = isPlain && line.filter((word) => plainWords.has(nameOf(word))).length >= 2;
	const isStrict = strictWords[languageId] !== undefined;
	const isOfWords = wordLanguages.has(languageId);
	if (!own) {
		const wordsOfSentences = line.filter((word) => sentenceWords.has(nameOf(word))).length;
		const isProse = hasPlainWords && !isOfWords;
		return { isProse, isKnown: false, isStrict, isOfWords, pairs: 0, wordsOfSentences, isOfNames: false };
	}
	let [pairs, run, longestRun, wordsOfSentences] = [0, 0, 0, 0];
	line.forEach((word, at) => {
		const name = nameOf(word);
		const isName = plainWord.test(word) && !own.has(name);
		if (isName && sentenceWords.has(name)) wordsOfSentences++;
		const isBeside = isName && run > 0 && bareWord.test(line[at - 1] ?? "");
		run = isName ? (isBeside ? run + 1 : 1) : 0;
		if (isBeside) pairs++;
		longestRun = Math.max(longestRun, run);
	});
	const endsAsSentence = /[.!?:…]$/.test(line.at(-1) ?? "");
	const isProse = isStrict
		? pairs >= 2 || (pairs >= 1 && (wordsOfSentences > 0 || endsAsSentence))
		: longestRun >= 3 && (wordsOfSentences > 0 || endsAsSentence);
	const hasCommas = line.some((word) => word.endsWith(","));
	const isOfNames = !isStrict && hasCommas && wordsOfSentences === 0 && !endsAsSentence && longestRun < 3;
	return { isProse, isKnown: true, isStrict, isOfWords, pairs, wordsOfSentences, isOfNames };
}

function nameOf(word: string): string {
	return word.replaceAll(/[^\p{L}\p{M}'’-]/gu, "").toLowerCase();
}
