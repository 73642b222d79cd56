import { isFollowedBy } from "../../../shared/untrusted/isFollowedBy";
import type { GatewayErrorDetails, GatewayErrorReason } from "../gatewayError";

/** The names in an error's body, besides its text: `errorNames` and `errorField`. */
export interface ErrorNames {
	/** Its codes and types, separated by spaces. */
	readonly names?: string;
	/** The field of the request that it is about. */
	readonly field?: string | undefined;
}

/** The content of an error, prepared for the patterns. */
interface Said extends ErrorNames {
	readonly text: string;
	/**
	 * The names and the text together: gateways quote an error of their provider, including its code, in a text of
	 * their own.
	 */
	readonly all: string;
}

interface Meaning {
	readonly reason: GatewayErrorReason;
	/**
	 * The statuses that it applies to, all when absent; `reported` is an error in an answer with status 200 that names
	 * no other status.
	 */
	readonly statuses?: readonly number[];
	/** Returns whether the meaning applies; always when absent. */
	readonly said?: (said: Said) => boolean;
}

const reported = 0;
/** Statuses of a request that is refused because of its content. */
const refusals = [reported, 400, 422];
const overflows = [...refusals, 429, 500];
const timely = [reported, 400, 429, 500, 503];

const codesOfCredit =
	/\b(?:insufficient_(?:user_)?(?:quota|balance|credits?|funds)(?:_error)?|not_enough_balance|budget_exceeded|exceeded_current_quota_error|pre_consume_token_quota_failed|billing_(?:error|hard_limit_reached|not_active)|payment_required|arrearage|accountoverdue\w{0,10})\b/i;
const aboutCredit =
	/\bbalance is (?:too low|insufficient)\b|\bnot enough balance\b|\bkey limit exceeded\b|\bbudget has been exceeded\b|\bexceeded ?(?:token)? ?budget\b|\b(?:over|crossed) budget\b|\binsufficient (?:account )?(?:balance|credits?|funds)\b|\bquota is not enough\b|\b(?:out of|not enough|no more|used up your|exceeded your monthly included|used all available) credits\b|\bcredits are (?:depleted|exhausted)\b|\breached (?:its|your|the) (?:monthly )?spend(?:ing)? limit\b|\breached your specified api usage limits\b|余额不足|额度不足|额度已用尽|欠费/i;
/** OpenAI uses this for an empty account, and Gemini, with more text after it, for too many requests per minute. */
const aboutPlan = /\bcheck your plan and billing details\b/i;

/** Older versions of LiteLLM send only the words, without a code. */
const aboutAccess =
	/\b(?:key|team|org|project|user)_model_access_denied\b|\b(?:key|token|team|user) not allowed to access model\b/i;
const codesOfKey =
	/\b(?:invalid_api_key|expired_key|api_key_invalid|api_key_expired|token_expired|invalid_token|authentication_error|unauthenticated)\b/i;
/** Matches what is said of a key that has expired, in words or as a code, such as `token_expired`. */
const aboutExpiry = /(?<![a-z])expir(?:ed|ée?)(?![a-zé])/i;
/** Matches what names expiry as one of several possible causes, such as “invalid or expired token”. */
const perhapsExpiry =
	/(?<![a-z])(?:or|ou|may|might|could|peut)(?![a-z]).{0,20}expir|expir.{0,20}(?<![a-z])(?:or|ou)(?![a-z])|\/\s?expir|expir(?:ed|ée?)\s?\//i;
const key = /\b(?:api[ _-]?key|key|token)\b/i;
const refusedKey = /\b(?:invalid|expired?|incorrect|unknown|not found|revoked|deleted|missing)\b/i;
const stoppedKey =
	/\b(?:key|token) (?:is|was|has been) (?:currently )?(?:reported as leaked|disabled|blocked|suspended|deactivated|inactive|not active)\b/i;
const isAboutKey = (text: string) =>
	/unauthori[sz]ed|\bnot authenticated\b/i.test(text) ||
	stoppedKey.test(text) ||
	isFollowedBy(text, key, refusedKey) ||
	isFollowedBy(text, /\b(?:invalid|expired|incorrect|unknown|revoked|deleted|missing)\b/i, key);
/** For status 400, whose texts mention keys and tokens of all kinds, such as those of a JSON body. */
const aboutApiKey =
	/\bapi[ _-]?key\b|\bexpired key\b|\bkey (?:is |has |was )?expired\b|\b(?:access|auth) token\b|\bbearer (?:token|\[key\])|\btoken\b.{0,20}\b(?:expired|revoked)\b/i;

/** The gateway lacks its own key for the server behind it: neither another key of the user's nor waiting helps. */
const aboutProvidersKey =
	/\bno api[ _-]?key\b.{0,20}\bfor (?:the )?(?:provider|channel|deployment)\b|\bapi[ _-]?key client option must be set\b/i;

const codesOfOverflow =
	/\b(?:context_(?:length|window)_exceeded|contextwindowexceeded\w{0,10}|exceed_context_size_error|context_exceeded|model_max_prompt_tokens_exceeded|tokens_limit_reached|request_too_large)\b/i;
const aboutContext =
	/context (?:length|window|size|limit)|\bn_ctx\b|maximum (?:context|model length|prompt length|number of tokens)|too many tokens|tokens? limit|too large|too long|`max_new_tokens` must be <=|`inputs` must have less than|exceeds? (?:the )?max(?:imum)? (?:allowed )?length|maximum sequence length|range of input length|reduce the length of|max_model_len|maximum (?:allowed )?input length|message size \d{1,12} exceeds|上下文长度/i;
const aboutContextInFrench =
	/(?:longueur|taille|fenêtre|limite) (?:maximale )?(?:de |du )(?:la )?(?:contexte|fenêtre)|\btrop de jetons\b|\b(?:requête|invite|entrée|question|texte|messages?) (?:est |sont )?trop (?:long|volumineu|grand)/i;
const isAboutContext = (text: string) =>
	aboutContext.test(text) ||
	aboutContextInFrench.test(text) ||
	isFollowedBy(text, /exceeds?\b/i, /\btokens?/i) ||
	isFollowedBy(text, /\b(?:dépass|limite|maxim)/i, /\bjetons\b/i);
/** Fields whose own value may be too large or too long, whatever the question's length is. */
const otherFields =
	/^(?:max_(?:completion_|output_)?tokens|tools?|tool_choice|functions?|stop|user|metadata|response_format|temperature|top_p|seed)(?![a-z_])/;
const isAboutField = ({ text, field = "" }: Said) =>
	otherFields.test(field) && !/\b(?:context|prompt|input|messages)\b/i.test(text);
const aboutSize = /\b(?:request|input) (?:is )?too large\b/i;

const codesOfRateLimit =
	/\b(?:throttling|throttl\w{0,10}exception|throttled|too_many_requests|rate_limit_error|rate_limit_exceeded|resource_exhausted)\b/i;
const aboutWaiting = /\btoo many (?:tokens|requests)[\w ]{0,20}, please wait\b/i;
/** Matches rates and durations, for which a shorter question does not help. */
const aboutRates =
	/\bper (?:second|min(?:ute)?|hour|day|month)\b|\brate limit|\b(?:hourly|daily|monthly)\b|\bquota\b|\bqueue\b|\btook too long\b|\bpar (?:seconde|minute|heure|jour|mois)\b/i;

/** Matches refusals of images, except those that are about making images. */
const aboutImages =
	/(?:\bnot|n't) support(?:ed)? (?:(?!generat|creat|edit|output|produc)\w{1,20} ){0,2}(?:images?|image_url|vision|multi-?modal)\b(?![ -](?:generat|creat|edit|output))|\bendpoints found that support image(?! output)|\bimages? inputs? (?:is|are) not supported\b|\bnot a multi-?modal model\b|\bimage_url is only supported by\b|\bat most 0 image/i;

const codeOfNoModel = /\bmodel_not_found\b/i;
const codesOfModel =
	/\b(?:model_not_found|model_not_available|model_not_supported|model_not_exist|unknown_model|invalid_model|modelnotfound\w{0,10}|deploymentnotfound)\b/i;
const aboutModel =
	/\bmodel\b|\bmodels\/[\w.:-]{1,200} is not found\b|\bno (?:allowed providers|endpoints) (?:are |is )?(?:available|found)\b/i;
/** The last three are those of DeepSeek since V4, Gemini and Hugging Face's router. */
const wordsOfUnknownModel =
	/\b(?:unknown|invalid|no such|not a valid) model\b|\bllm provider not provided\b|无可用渠道|模型不存在|\bsupported (?:api )?model names are\b|\bunexpected model name\b|(?<!\b(?:by|for|from|in|of|on|with) (?:the |this |that )?)\bmodel (?:\S{1,200} )?(?:is )?not supported by\b/i;
const isAboutUnknownModel = (text: string) =>
	wordsOfUnknownModel.test(text) ||
	isFollowedBy(text, /\brequested model\b/i, /\bnot supported\b/i) ||
	isFollowedBy(text, /\bmodels?\b/i, /\b(?:not found|unknown|(?:does not|doesn't|not) exist|invalid)\b/i);

/** The meanings of errors; the first that applies counts: docs/gateway-quirks.md#what-a-status-means. */
const meanings: readonly Meaning[] = [
	{ reason: "outOfCredit", statuses: [402] },
	{ reason: "outOfCredit", said: ({ all }) => codesOfCredit.test(all) || aboutCredit.test(all) },
	{
		reason: "outOfCredit",
		statuses: [reported, 403, 429],
		said: ({ all }) => aboutPlan.test(all) && !codesOfRateLimit.test(all),
	},
	{ reason: "forbidden", statuses: [401, 403], said: ({ all }) => aboutAccess.test(all) },
	{ reason: "refused", said: ({ text }) => aboutProvidersKey.test(text) },
	{ reason: "unauthorized", statuses: [401] },
	{ reason: "unauthorized", statuses: [reported, 400, 403], said: ({ all }) => codesOfKey.test(all) },
	{ reason: "unknownModel", statuses: [...refusals, 403], said: ({ names = "" }) => codeOfNoModel.test(names) },
	{ reason: "unauthorized", statuses: [403], said: ({ text }) => isAboutKey(text) },
	{ reason: "unauthorized", statuses: [reported, 400], said: ({ text }) => aboutApiKey.test(text) },
	{ reason: "contextOverflow", statuses: [413] },
	{ reason: "contextOverflow", said: ({ all }) => codesOfOverflow.test(all) },
	{ reason: "contextOverflow", statuses: overflows, said: ({ text }) => aboutSize.test(text) },
	{ reason: "rateLimited", statuses: timely, said: ({ all }) => codesOfRateLimit.test(all) || aboutWaiting.test(all) },
	{
		reason: "contextOverflow",
		statuses: [400, 422],
		said: (said) => isAboutContext(said.text) && !isAboutField(said),
	},
	{
		reason: "contextOverflow",
		statuses: [502, 503],
		said: ({ text }) => /\bcontext (?:length|window|size)\b/i.test(text),
	},
	{
		reason: "contextOverflow",
		statuses: [reported, 429, 500],
		said: ({ text }) => isAboutContext(text) && !aboutRates.test(text),
	},
	{ reason: "noImages", statuses: [...refusals, 404, 500], said: ({ text }) => aboutImages.test(text) },
	{ reason: "unknownModel", statuses: [...refusals, 403, 404, 500, 503], said: ({ all }) => codesOfModel.test(all) },
	{
		reason: "unknownModel",
		statuses: [404],
		said: ({ text, field }) => field === "model" || aboutModel.test(text),
	},
	{ reason: "wrongAddress", statuses: [404] },
	{ reason: "unknownModel", statuses: [...refusals, 403, 503], said: ({ text }) => isAboutUnknownModel(text) },
	{ reason: "forbidden", statuses: [403] },
	{ reason: "unknownModel", statuses: refusals, said: ({ field }) => field === "model" },
	{ reason: "rateLimited", statuses: [429] },
	{ reason: "refused", statuses: [501] },
	{ reason: "unavailable", statuses: [408, 409, 425] },
];

/** Returns whether the gateway says, in its text or the error's names, that the key has expired. */
export function saysExpired(text: string, names: string): boolean {
	return [text, names].some((said) => aboutExpiry.test(said) && !perhapsExpiry.test(said));
}

/** Returns the actions that help against an error, if they differ from those for its reason. */
export function actionsAgainst(reason: GatewayErrorReason, text: string): Pick<GatewayErrorDetails, "actions"> {
	const helps = aboutProvidersKey.test(text) || demandsReasoning(text);
	return reason === "refused" && helps ? { actions: ["selectModel", "retry"] } : {};
}

/**
 * Returns the meaning of a status and the error's text. The names are considered too, because they are the same in
 * every language.
 *
 * @param status the status of the answer, or the one in an error that came with status 200; `undefined` if there is
 * none.
 * @returns `undefined` when there is no status, and the text has no known meaning.
 */
export function reasonOf(status: number, text: string, named?: ErrorNames): GatewayErrorReason;
export function reasonOf(status: number | undefined, text: string, named?: ErrorNames): GatewayErrorReason | undefined;
export function reasonOf(
	status: number | undefined,
	text: string,
	named: ErrorNames = {},
): GatewayErrorReason | undefined {
	const said: Said = { ...named, text, all: named.names ? `${named.names} ${text}` : text };
	const meaning = meanings.find(
		({ statuses, said: isMeant }) =>
			(!statuses || statuses.includes(status ?? reported)) && (!isMeant || isMeant(said)),
	);
	if (meaning) return meaning.reason;
	if (status === undefined) return undefined;
	return status >= 500 ? "unavailable" : "refused";
}

/**
 * Returns whether an error is about one answer, or about one call in the history: Groq's "attempted to call tool",
 * Ollama's "error parsing tool call", OpenAI's "must be followed by tool messages", Anthropic's "Invalid `signature` in
 * `thinking` block".
 */
export function isAboutOneAnswer(text: string): boolean {
	return (
		/\b(?:error|fail(?:ed|ure)) (?:to |in |while )?(?:pars|call|generat)|\bfailed[_ ]generation\b|\bvalidation failed\b|\battempted to call\b|\bmodel (?:did not|didn't|called|returned|produced|generated)\b|\bmust be (?:followed|preceded|a response)\b|\bdid not have response messages\b|\bnot the same number\b|\b(?:thinking|reasoning)[^a-z0-9]{1,2}blocks?\b/i.test(
			text,
		) || isFollowedBy(text, /\btool[_ ]call[_ ]ids?\b/i, /\bnot found\b|\bno(?:t| matching| corresponding)\b/i)
	);
}

/**
 * Returns whether an error demands the model's reasoning before the calls in the history: DeepSeek's "The
 * `reasoning_content` in the thinking mode must be passed back to the API" and "Missing `reasoning_content` field in
 * the assistant message", Moonshot's "reasoning_content is missing in assistant tool call message".
 */
export function demandsReasoning(text: string): boolean {
	return /\breasoning[_ ]content\b[`'"]?(?: in the thinking mode)? (?:must be passed back|is missing)\b|\bmissing [`'"]?reasoning_content\b/i.test(
		text,
	);
}
