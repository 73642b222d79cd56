import { hasHashComments } from "./codeScan";
import { isCodeWord, isPlainWord, type WordRule, wordRule } from "./wordRules";

/** Matches the beginning of what chat models write instead of code. */
const opening =
	/^(?:sure|certainly|of course|absolutely|okay|ok|alright|great|understood|got it|here(?:'s|’s| is| are| you go)|below (?:is|are)|happy to|glad to|the (?:code|completion|missing|following|function|user|answer|line|cursor|completed|snippet|next|correct)|this (?:code|function|completes|line|will|is|completion|snippet|should)|to (?:complete|fill|finish|answer|implement)|we \p{L}{1,20}|i (?:will|would|can|need|think|have|am|cannot|can't|don't|believe|see|should)|i['’](?:ll|m|d|ve)|let(?:'s|’s| me| us)|you (?:can|should|could|need|are|want|may|might)|based on|given (?:the|that|this)|note(?: that|:)|explanation|as an ai|sorry|unfortunately|it (?:looks|seems|appears|should|is)|looking at|first, (?:the|we|i|you|let)|so,? (?:the|we|i|you)|now,? (?:the|we|i|you)|there (?:is|are)|no (?:code|completion|further|change)|nothing (?:to|belongs|needs)|wait, |hmm|probably|likely|well, (?:the|we|i|this)|thinking|thought|analysis|reasoning|output:|answer:|completion:|result:|code:|assistant|user:|human:|hope (?:this|that|it)|feel free|please (?:provide|note|let|return|add|use)|voici|voilà|bien sûr|d['’]accord|avec plaisir|hier ist|hier sind|natürlich|gerne?[!,]|klar[!,]|selbstverständlich|aquí|claro|ecco|certo|конечно|вот |当然|以下|好的|これ|はい)(?<!\w(?=\w))/iu;
/** Matches a label before an answer, such as "Answer:". */
const label =
	/^(?:(?:final|expected|completed|missing|correct|suggested|example) )?(?:answer|output|solution|explanation|response|completion|result|suggestion|code|question|instruction|reasoning|step \d{1,2}|antwort|lösung|erklärung|ergebnis|réponse|explication|résultat):(?:$|\s+(?=\S))/iu;
/** Matches answers without content, such as "N/A". */
const nothing =
	/^(?:n\/a\.?|\.{3}|…|[([<](?:the )?(?:end|start|beginning|rest) of (?:the )?\w{1,20}[)\]>]|(?:begin|end|start) of (?:the )?(?:solution|completion|answer)\.?|(?:option|completion|solution|response|alternative|example) (?:[a-d]|#?\d{1,2})[:.]?|(?:complete|full|final|updated|remaining|missing|corrected) (?:code|solution|answer|function|line)(?: below)?[:.]|[([]same as (?:above|before|below)[)\]]|not enough (?:information|context)\.?|(?:done|understood|sure|okay|certainly|rien|nichts|none)[.!]|[(*_[]{1,2}(?:empty|nothing|none|blank|no \w{1,20})(?: \w{1,20}){0,6}[)*_\].]{1,3}|[([](?:your |the |rest of the )?code (?:goes )?(?:here|continues|omitted|unchanged)[)\]]|(?:nothing|none|no (?:completions?|code|answer|output|changes?|text|further|more))(?: (?:completions?|code|is|are|was|needed|required|necessary|here|to|add|complete|at|this|position|given|available|follows)){1,6}\.?)$/iu;
/** Matches marks around an answer; in lower case they may be code, such as the end of a package in Ada. */
const answerMark = /^(?:BEGIN|END|START) (?:SOLUTION|COMPLETION|ANSWER)$/;
/** Languages in which "..." is a statement. */
const ellipsisLanguages = new Set(["python", "perl", "raku"]);
/** Languages in which names are adjacent where a function is applied, such as "maybe x y". */
const applyingLanguages = new Set(
	"haskell elm purescript ocaml reason fsharp idris agda lean lean4 nix coffeescript".split(" "),
);
/** Matches headings and bold text in Markdown. */
const markdown = /^(?:#{1,6} \p{Lu}|\*\*\p{Lu}[^*=,(){}]{0,80}\*\*(?:$|[\s:.]))/u;
/** Matches horizontal rules in Markdown. */
const ruler = /^(?:-{3,}|\*{3,})$/;
/** Matches headings in a language in which such a line is a comment. */
const commentHeading =
	/^#{2,6} (?:completed|completion|answer|solution|response|instruction|explanation|output|final)\b/i;
/** Matches comments that take the place of code. */
const placeholder =
	/^(?:\.\.\.\s?(?:the )?(?:rest|remaining|existing|other|same) (?:of|code|methods|functions?|implementation|file)\b|<!-- (?:the )?code (?:continues|goes) here|(?:\/\/|#|--|\/\*|<!--|\{\/\*|%|;)\s?(?:(?:\.\.\.|…)\s?\(?(?:the )?(?:rest|remain|existing|previous|other|same|your|more|omitted|unchanged)|(?:the )?(?:rest|remainder) of (?:the|your) .{0,40}\b(?:unchanged|remain|same|here|omitted)|(?:the )?(?:rest|remainder) of (?:the|your) (?:code|implementation|function|method|class|file)\s*(?:$|\*)|(?:the )?(?:missing )?(?:code|implementation|logic) (?:goes|comes|continues) here\b|implementation \*\/|(?:the )?(?:existing|remaining|previous|other|same|unchanged) code\s*(?:$|\*|\()|(?:the )?rest (?:is |stays |remains )?(?:unchanged|(?:the )?same|omitted)\b|(?:add |insert |put |write )?your (?:\w{1,20} )?(?:code|logic|implementation)(?: goes)? here\b|(?:add|insert|write) (?:the|missing) (?:\w{1,20} )?(?:code|logic|implementation) here\b))/i;
/** Matches the bullet or number of a list item, before its text. */
const listSign = /^(?:[-*•>]|\d{1,3}[.)])\s+(?=\p{L})/u;
/** Matches the label of a part of a conversation, such as "User:", and the words after it. */
const role =
	/^(?:User|Assistant|System|Human|Input|Prefix|Suffix|Tip|Hint|Warning|Caution|TODO|Todo|Task|Context|Code completion|Astuce|Attention|Hinweis|Achtung): ?(?:\p{L}[\p{L}'’-]* ){1,40}\p{L}[\p{L}'’-]*[.!?]?$/u;
/** Matches the continuation of a sentence. */
const goingOn =
	/^(?:, (?:and|then|which)|and then|just|simply|maybe|perhaps|that is,|[ei]\.g\.|i\.e\.) \p{L}[\p{L}'’-]* \p{L}/u;
/** Matches typographic quotation marks, which are not part of any language. */
const textQuote = /^[“„][^“„]{0,200} /;
/** Matches a few words that end like a sentence. */
const exclamation = /^\p{Lu}\p{Ll}{1,20}(?: [\p{L}'’]{1,20}){1,5}[.!?]$/u;

/** Match characters of scripts without spaces between words, and their punctuation. */
const undividedWords = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;
const undividedSentence = /[。、，：！？；]/;
/** Matches a word of another script that has spaces between words. */
const otherWord =
	/(?<!\p{L})(?=(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})\p{L})\p{L}[\p{L}\p{M}]/gu;

/** Matches characters of code, which sentences do not contain. */
const codeSigns = /[={};[\]<>]|\w\(|\)\.|::|->|=>|&&|\|\|/;
/** Matches words at the beginning of code that looks like a sentence. */
const keywords =
	/^(?:select|insert|update|delete|create|alter|drop|from|where|join|left|inner|group|order|having|set|values|with|begin|commit|end|if|else|elsif|then|do|while|for|until|unless|case|when|return|import|export|use|using|module|class|struct|enum|interface|public|private|protected|static|final|abstract|async|await|def|fn|func|function|let|var|val|const|not|and|or|in|is|raise|throw|try|expect|assert|given|feature|scenario|background|run|copy|add|env|workdir|entrypoint|cmd|expose|echo|cd|sudo|git|npm|require|include|extends|implements|package|namespace|type|data|instance|open|foreach|switch|break|continue|yield|lambda|global|del|pass|print|call|perform|move|compute|display|stop|label)\b/i;
/** Other languages in which no keyword is capitalized. */
const scriptLanguages = new Set("ruby lua perl elixir julia r shellscript".split(" "));
const fewestWords = 4;
/** Maximum number of characters of a line that are examined. */
const longest = 300;

/**
 * Returns whether a line seems to be a sentence instead of code; a heading, a list item, and a comment in place of code
 * count too.
 *
 * @param code the line without comments and the contents of strings.
 */
export function isProse(text: string, code: string, languageId: string): boolean {
	const line = text.slice(0, longest).trim();
	if (line === "") return false;
	if (isPlaceholder(line)) return true;
	const bare = code.slice(0, longest).trim();
	if (hasHashComments(languageId) ? commentHeading.test(line) : markdown.test(line) && bare !== "") return true;
	if (ruler.test(bare) && (wordRule([], languageId).isKnown || scriptLanguages.has(languageId))) return true;
	// The line is a comment or a string.
	if (bare === "" || /^["'`]/.test(line)) return false;
	if (answerMark.test(line) || (nothing.test(line) && (line !== "..." || !ellipsisLanguages.has(languageId))))
		return true;
	if (role.test(line) || textQuote.test(line)) return true;
	if (goingOn.test(line) && (!applyingLanguages.has(languageId) || /[.!?:]$/.test(line))) return true;
	if (markdown.test(line) && !line.startsWith("#")) return true;
	if (label.test(line) && isLabelled(line.replace(label, ""))) return true;
	if (opening.test(line) && !isAssignment(line) && !/^\w+\s*[=(.[]/.test(line) && /[ \u3040-\u9fff]/.test(line))
		return true;
	return isSentence(bare.replace(listSign, ""), languageId, listSign.test(bare));
}

/** Returns whether a line is a comment in place of code. */
export function isPlaceholder(line: string): boolean {
	return placeholder.test(line);
}

/** Returns whether the text after a label is a sentence or empty, and not a value in code. */
function isLabelled(rest: string): boolean {
	return rest === "" || (/^[^,;{}()[\]"'`]*$/.test(rest) && rest.split(/\s+/).length > 1 && !/[|&=<>]/.test(rest));
}

/** Returns whether a line consists of the words of a sentence. */
function isSentence(line: string, languageId: string, isItem: boolean): boolean {
	const hasSigns = codeSigns.test(line);
	if (undividedSentence.test(line) || (!hasSigns && undividedWords.test(line))) return true;
	if (!hasSigns && [...line.matchAll(otherWord)].length >= 2) return true;
	const words = line.split(/\s+/).filter((one) => one !== "");
	const rule = wordRule(words, languageId);
	if (rule.isProse || (isItem && isItemOfWords(words, rule, languageId, hasSigns))) return true;
	if (!hasSigns && isOfAccents(words, languageId)) return true;
	if (hasSigns || rule.isOfWords || rule.isOfNames) return false;
	if (rule.isKnown && exclamation.test(line) && !words.some((one) => isCodeWord(one, languageId))) return true;
	// No statement of SQL ends with a full stop.
	if (languageId === "sql" && /\p{L}\.$/u.test(line) && words.length > fewestWords && words.every(isPlainWord))
		return true;
	// The keywords of a known language are not capitalized.
	const isByKeyword =
		rule.isKnown || scriptLanguages.has(languageId)
			? (keywords.test(line) || isCodeWord(words[0] ?? "", languageId)) && !/^\p{Lu}\p{Ll}{0,20}\s/u.test(line)
			: keywords.test(line);
	if (words.length < fewestWords || isByKeyword) return false;
	// The line is a list of names.
	if (words.filter((one) => one.endsWith(",")).length * 2 >= words.length - 1) return false;
	// The line is a name with its type, as in "public var name: String?".
	if (
		rule.isKnown &&
		/^[@\w]/.test(line) &&
		/\p{L}: \p{L}/u.test(line) &&
		words.some((one) => isCodeWord(one, languageId))
	)
		return false;
	const plain = words.filter(isPlainWord).length;
	return plain / words.length >= 0.8 && (/^\p{Lu}\p{Ll}/u.test(line) || /[.!?:]$/.test(line));
}

/** Returns whether the words after the sign of a list item are those of a sentence, and not of a subtraction. */
function isItemOfWords(words: readonly string[], rule: WordRule, languageId: string, hasSigns: boolean): boolean {
	if (rule.isStrict) return rule.pairs > 0;
	if (hasSigns) return false;
	if (rule.isKnown && rule.pairs > 1) return true;
	const mayBeWords = rule.isKnown || scriptLanguages.has(languageId);
	return mayBeWords && rule.wordsOfSentences > 0 && words.length > 2 && words.every(isPlainWord);
}

/** Returns whether a line consists of words, one of them with letters that hardly any program has in its names. */
function isOfAccents(words: readonly string[], languageId: string): boolean {
	return (
		words.length > 1 &&
		words.every(isPlainWord) &&
		words.some((word) => /[\u00c0-\u024f]/.test(word)) &&
		!words.some((word) => keywords.test(word) || isCodeWord(word, languageId))
	);
}

/** Matches the greeting with which a model introduces the completion. */
const greeting =
	/^(?:sure|certainly|of course|absolutely|okay|ok|alright|great|got it|understood|happy to help|bien sûr|certainement|d['’]accord|parfait|natürlich|klar|gerne?|selbstverständlich|claro|certo|当然|好的) ?[!,.:，！。] ?/iu;
/** Matches phrases in which a model speaks about itself, and which comments and documents do not contain. */
const speaking =
	/^(?:as an ai\b|my apologies|let me think|(?:sure|certainly|of course), i can|i(?:'m|’m| am) sorry, but i|let me (?:complete|finish|fill in) (?:the|this)|désolé, (?:mais )?je ne peux|(?:to complete|to finish) this, we|you can complete (?:the|this))/iu;
/** Match phrases in which a model speaks about the completion. */
const english =
	/^(?:here(?:'s|’s| is) how (?:you|to) (?:can |could )?(?:complete|finish)|the code continues|unfortunately, the context|the next (?:step|line) (?:is to|should)|(?:here is|below is) the line|the (?:missing|completed|remaining) (?:code|line|part|text|expression|snippet)\b|below is the (?:complete|code|missing)|to complete (?:the|this) (?:code|line|function|statement|snippet)|the user (?:wants|is asking)|the cursor is (?:in|at|after))/iu;
const announcing =
	/^here(?:'s|’s| is| are) (?:the|your) (?:\w{1,20} ){0,2}(?:complete|completion|code|missing|snippet|rest of)/iu;
const promising =
	/^i(?:'ve|’ve| have|'ll|’ll| will| can|'d|’d| would) (?:be happy to )?(?:help you )?(?:completed?|finish|fill(?:ed)? in) (?:the|this|your|it)/iu;
const other =
	/^(?:voici la partie manquante|voici (?:le|la|les) (?:\S{1,20} )?(?:code|ligne|suite|fin)\b|le code (?:complété|manquant)|hier ist (?:der|die|das) (?:vervollständig|fehlende|vollständige|rest)|leider reicht der kontext|der (?:fehlende|vervollständigte) (?:code|teil)|下面是|以下是(?:补全|缺失|完整)|补全后的代码)/iu;
const chatter = [english, announcing, promising, other];

/** Matches the beginning of a remark on what the model sees or does, with which few comments begin. */
const remark =
	/^(?:it (?:looks|seems|appears) (?:like|that|as)|no (?:further |more |additional )?(?:code|completion)|nothing (?:needs|to add|is needed)|there is nothing|based on the|given the (?:context|code|surrounding)|looking at the|i (?:can't|cannot|can|will|would|think|believe|see|need|have|don't|am)\b|i['’](?:ll|m|ve|d)\b|let(?:'s|’s| me)\b|okay,|we need to complete|you can complete|the (?:code|line|statement|snippet|completed \w{1,20}) (?:you|should|can|could|is (?:missing|incomplete|as))|below is|explanation:|answer:|completion:|output: the)/iu;
const aboutCode = /\b(?:code|complet\w{1,6}|lines?|snippet|statement|cursor|expression|context|missing)\b/i;

/** Returns whether a line talks about the completion itself, also as a comment. */
export function isChatter(text: string): boolean {
	const line = text
		.slice(0, longest)
		.trim()
		.replace(/^(?:\/\/|#|--|\*|<!--|\/\*)\s?/, "");
	const said = line.replace(greeting, "");
	const isSaid =
		speaking.test(line) || chatter.some((one) => one.test(said)) || (remark.test(line) && aboutCode.test(line));
	return isSaid && !isAssignment(line);
}

/** Returns whether a line that begins like chatter is code nevertheless, such as `this.code = 1;`. */
function isAssignment(line: string): boolean {
	// A sentence may follow a colon, as after "Explanation:".
	if (/^\w+:/.test(line) && /[.:!]$/.test(line) && line.split(/\s+/).length > fewestWords) return false;
	// Such as `ok, error := f()`.
	if (/^[\w.]+(?:,\s?[\w.]+){0,5},?\s*(?:[:=)\]]|$)/.test(line)) return true;
	return /^[\w.]+(?:\s*[:=+-]|\(|\[|\s*$)/.test(line) || /[;{}]$/.test(line);
}
