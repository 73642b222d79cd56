import { withoutStrings } from "./bracketBalance";
import { valueLanguages } from "./proseSigns";

/** Matches how chat models begin what is not code. */
const chatter =
	/^(?:sure|certainly|of course|absolutely|okay|ok|alright|great|here(?:'s|’s| is| are)|below is|the (?:code|completion|missing|following|function|user|answer|line|cursor|completed|snippet|next|correct)|this (?:code|function|completes|line|will|is|completion|snippet|should)|to (?:complete|fill|finish|answer|implement)|we (?:need|should|can|have|are|want)|i (?:will|would|can|need|think|have|am|cannot|can't|don't|believe|see|should|'ll)|i['’](?:ll|m|d|ve)|let(?:'s|’s| me| us)|you (?:can|should|could|need|are|want|may)|based on|given (?:the|that|this)|note(?: that|:)|explanation|as an ai|sorry|unfortunately|it (?:looks|seems|appears|should|is)|looking at|first,|so,? (?:the|we|i)|now,? (?:the|we|i)|there (?:is|are)|no (?:code|completion|further)|nothing (?:to|belongs|needs)|wait|hmm|probably|likely|well,|thinking|thought|analysis|reasoning|output:|answer:|completion:|result:|code:|assistant|user:|human:|voici|bien sûr|hier ist|natürlich|aquí|claro|ecco|certo|конечно|вот |当然|以下|好的|これ|以下は)(?<!\w(?=\w))/iu;

/** A word of a sentence, with its punctuation. */
const word = /^["'(“‘«¿¡]?\p{L}[\p{L}\p{M}'’-]*[.,:;!?)"'”’»،؟।]{0,2}$/u;
/** Matches the signs of code, which sentences lack. */
const codeSigns = /[={};[\]<>]|\w\(|\)\.|::|->|=>|&&|\|\|/;
/** Words at the beginning of code that looks like a sentence. */
const keywords =
	/^(?:select|insert|update|delete|create|alter|drop|from|where|join|left|inner|group|order|having|set|values|with|begin|commit|end|if|else|elsif|elif|except|catch|internal|override|then|do|while|for|until|unless|case|when|return|import|export|use|using|module|class|struct|enum|interface|public|private|protected|static|final|abstract|async|await|def|fn|func|function|let|var|val|const|not|and|or|in|is|raise|throw|try|expect|assert|given|feature|scenario|background|run|copy|add|env|workdir|entrypoint|cmd|expose|echo|cd|sudo|git|npm|require|include|extends|implements|package|namespace|type|data|instance|open|foreach|switch|break|continue|yield|lambda|global|del|pass|print|call|perform|move|compute|display|stop|label)\b/i;
const fewestWords = 4;
/** Characters of a line that are looked at. */
const longest = 300;

/** Words of sentences that are not words of programs. */
const plainWords = new Set(
	(
		"the an we you your our they their should would could will are was were been which because these those there its them " +
		"also please might il faut le les des une est pour dans vous nous cette der das ist und wird nicht eine einen mit " +
		"für sie una el es que para esta il che per são não uma"
	).split(" "),
);
/** Languages of which programs are made of words. */
const wordLanguages = new Set("applescript cobol abap robotframework sql plsql inform7 vb coq".split(" "));
/** Languages in which `#` begins a comment. */
const hashComments = new Set(
	(
		"python ruby shellscript yaml toml perl r makefile dockerfile powershell elixir terraform properties ini julia " +
		"coffeescript php graphql dotenv ignore cmake nix tcl awk fish crystal nim gdscript hcl"
	).split(" "),
);
/** Languages in which several words in a row need a keyword among them. */
const signLanguages = new Set(
	(
		"typescript typescriptreact javascript javascriptreact java c cpp csharp go rust python php kotlin swift dart " +
		"objective-c objective-cpp json jsonc css scss less"
	).split(" "),
);
/** Others of which no keyword is capitalized. */
const scriptLanguages = new Set(["ruby", "lua", "elixir", "shellscript", "perl", "r", "julia"]);
/** Words of programs, besides those that only begin a line. */
const programWords = new Set(
	(
		"as of to new extends typeof keyof instanceof readonly unique infer asserts satisfies get set void null true " +
		"false none self super this unsigned signed long short int char double float bool boolean string auto inline " +
		"extern register volatile virtual override explicit mutable constexpr noexcept throws throw native synchronized " +
		"transient strictfp internal sealed open lateinit suspend companion object data inner vararg tailrec operator " +
		"infix reified where unsafe pub crate mod mut ref move dyn impl trait use chan map range select defer go " +
		"fallthrough except finally nonlocal match weak strong nonatomic retain assign copy atomic unowned lazy required " +
		"convenience optional some any inout rethrows associatedtype mutating nonmutating declare global never unknown " +
		"bigint symbol public private protected static final abstract async await const let var val class struct enum " +
		"interface function func fn def return if else for while do in is not and or import export from default type " +
		"package namespace yield lambda del case switch break continue try catch with using late external factory " +
		"covariant part library show hide on echo solid inherit normal bold dashed center left right top bottom ease " +
		"linear infinite both forwards"
	).split(" "),
);

/** Matches answers that say that there is nothing to say, or only greet. */
const nothing =
	/^(?:n\/a\.?|[(*_[]{1,2}(?:empty|nothing|none|blank|no \w{1,20})(?: \w{1,20}){0,6}[)*_\].]{1,3}|(?:nothing|none|no (?:completions?|code|answer|output|changes?|text|further|more))(?: (?:completions?|code|is|are|was|needed|required|necessary|here|to|add|complete|at|this|position|given|available|follows)){1,6}\.?)$/i;
/** Matches a few capitalized words that end as sentences do; a member or a macro follows no such words. */
const exclamation =
	/^(?:(?:\p{Lu}\p{Ll}{1,20}|I)(?: \p{L}{1,20}){0,3}|OK)[.!]$|^\p{Lu}\p{Ll}{1,20}(?: \p{L}{1,20}){1,3}\?$/u;
/** Matches what names an answer before giving it, as in "Final answer: x". */
const heading =
	/^(?:\p{Lu}\p{Ll}{1,20} (?:\p{Ll}{1,20} ){0,2}(?:code|answer|completion|solution|response|snippet|explanation|output|result|line|suggestion|expression)s?:(?:\s|$)|(?:Solution|Answer|Code|Output|Completion|Explanation|Response|Result|Reasoning|Analysis|Suggestion):$|(?:User|Human|Assistant|System|Completion|Answer|Solution|Suggestion): \S{1,40} \S)/u;
/** Matches Markdown's signs around words. */
const markdown = /^(?:#{1,6} \p{L}|\*\*\p{L}[^*=]{0,100}\*\*(?:$|[\s:.,])|\\boxed\{)/u;
const trailingComment = /\s(?:\/\/|#)\s.*/;
/** Matches what may come before a sentence: the sign of a list's item, or a name such as "Output". */
const beforeSentence = /^(?:(?:[-*•>]|\d{1,3}[.)])\s+(?=\p{L})|\p{Lu}\p{Ll}{1,20}:\s+)/u;
/** Matches headings in a language in which such a line is a comment. */
const commentHeading =
	/^#{2,6} (?:completion|answer|solution|response|instruction|explanation|code|output|input|result|final|completed)\b/i;
/** Matches comments in place of code. */
const placeholder =
	/^(?:\/\/|#|--|\/\*|<!--|%|;)\s?(?:\.\.\.|…|[\s*]{0,10}\(?(?:(?:the )?(?:rest|remainder|remaining|existing|previous|other|same|omitted)\b.{0,40}\b(?:code|implementation|function|file|unchanged|remains|omitted)\b|(?:(?:add|insert|write|put|implement|complete|continue with) )?(?:the|missing) (?:\w{1,20} )?(?:code|logic|implementation|completion)(?: goes)? here|(?:\w{1,20} (?:with )?)?your (?:\w{1,20} )?(?:code|logic|implementation)\b|(?:code|implementation)(?: goes)? here|omitted for brevity))/i;

/** Match signs of scripts that do not divide words, and their punctuation. */
const undividedWords = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{4}/u;
const undividedSentence = /[。、，：！？；]/;
/** A letter of another script with words. */
const otherLetter = /(?!\p{Script=Latin}|\p{Script=Greek})\p{L}/u;

/**
 * Returns whether a line is a sentence and no code, as far as its form shows: also a heading, an item of a list, or a
 * comment in place of code.
 */
export function isProse(text: string, languageId = ""): boolean {
	const line = text.slice(0, longest).trim();
	if (line === "") return false;
	if (placeholder.test(line) || commentHeading.test(line) || nothing.test(line)) return true;
	if (/^\*(?!\*\p{L}|\s\p{Lu})|^(?:\/\*|\/\/|--|<!--|["'`])/u.test(line)) return false;
	if (line.startsWith("#")) return !hashComments.has(languageId) && /^#{1,6} \p{Lu}/u.test(line);
	const hasName = valueLanguages.has(languageId) && /^[^\s:=]{1,60}\s?[:=](?:\s|$)/.test(line);
	if (!hasName && heading.test(line) && !/[{([,;]$/.test(line)) return true;
	const isSaid = chatter.test(line) && !/^\w+\s*[=(.[]/.test(line) && /[ \u3040-\u9fff]/.test(line);
	if (isSaid && !isAssignment(line)) return true;
	if (hasName) return false;
	if (markdown.test(line) || (!wordLanguages.has(languageId) && exclamation.test(line))) return true;
	const bare = withoutStrings(line.replace(beforeSentence, "")).replace(trailingComment, "");
	return isSentence(bare, languageId);
}

/** Returns whether a line without strings consists of the words of a sentence. */
function isSentence(line: string, languageId: string): boolean {
	const words = line.split(/\s+/).filter((one) => one !== "");
	const plain = words.filter((one) => word.test(one));
	const share = plain.length / Math.max(1, words.length);
	const hasSigns = codeSigns.test(line);
	if (undividedSentence.test(line) || (!hasSigns && undividedWords.test(line))) return true;
	if (!hasSigns && plain.filter((one) => otherLetter.test(one)).length >= 2) return true;
	if (wordLanguages.has(languageId)) return false;
	const lower = plain.map((one) => one.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, ""));
	const told = lower.filter((one) => plainWords.has(one)).length;
	const isCapitalized = /^\p{Lu}\p{Ll}/u.test(line);
	if (told >= 2 && isCapitalized && words.length > fewestWords && share >= 0.6) return true;
	if (hasSigns || words.length < 3) return false;
	if (told >= 1 && share >= 0.75) return true;
	if (words.length < fewestWords || share < 0.8) return false;
	const capitalizes = signLanguages.has(languageId) || scriptLanguages.has(languageId);
	const hasKeywords = signLanguages.has(languageId);
	const isOfNames = /\p{Ll}\p{Lu}|\p{L}: |^[^(]*\)|,.*,.*,/u.test(line);
	if (hasKeywords && !isOfNames && !lower.some((one) => programWords.has(one))) return true;
	// Keywords of most languages are not capitalized.
	const isByKeyword = keywords.test(line) && !(capitalizes && isCapitalized);
	return !isByKeyword && (isCapitalized || /[.!?:]$/.test(line));
}

/** Words for what a completion is about. */
const aboutCode =
	/\b(?:code|complet\w{1,6}|lines?|functions?|snippet|statement|cursor|following|expression|context|user)\b|代码|补全|コード/iu;

/** Returns whether a line talks about the completion itself, which no comment and no string does. */
export function isChatter(text: string): boolean {
	const line = text.slice(0, longest).trim();
	return chatter.test(line) && aboutCode.test(line) && !isAssignment(line);
}

/** Returns whether a line that begins as chatter is code nevertheless, such as `this.code = 1;`. */
function isAssignment(line: string): boolean {
	// A sentence may follow a colon, as after "Explanation:".
	if (/^\w+:/.test(line) && /[.:!]$/.test(line) && line.split(/\s+/).length > fewestWords) return false;
	// Such as `ok, error := f()`.
	if (/^[\w.]+(?:,\s?[\w.]+){0,5},?\s*(?:[:=)\]]|$)/.test(line.replace(trailingComment, ""))) return true;
	return /^[\w.]+(?:\s*[:=+-]|\(|\[|\s*$)/.test(line) || /[;{}]$/.test(line);
}
