import type { ModelKind } from "../../../shared/conversation";

// Most gateways report nothing about a model but its name. A model that is not known to be for something else is
// offered for chat: offering a wrong one costs a refusal, hiding one makes it unavailable. If only some models of a
// family chat (Gemini's that draw, guards that answer with a verdict), all of them are offered.

const reranking = /re-?rank|cross-encoder|ms-marco-|llama-?rank|(?<![a-z])(?:reward|monot5)(?![a-z])/;
const judging =
	/moderation|(?<![a-z])(?:deberta|gliner|finbert|sentiment|toxicity|classifier|nsfw|sst-2|mnli|ner|gliclass|flair)(?![a-z])|(?<![a-z])(?:bart-(?:large|base)|pegasus-|tapex-|layoutlm)/;
const hearing =
	/whisper|wizper|transcri[bp]|(?:asr|conformer)\d*(?![a-z])|(?<![a-z])(?:stt|parakeet|hubert|data2vec|mms|moonshine-(?:tiny|base|small|medium|streaming)|wav2vec2?|paraformer|sensevoice|scribe|diarization|pyannote|vad|smart-turn)(?![a-z])|(?<![a-z])canary-(?:\d|qwen)|seamless-?m4t|assemblyai|gladia|revai|(?<![a-z])universal-(?:\d|streaming|3)|speech(?!less)/;
const speaking =
	/(?<!wa)tts\d*(?![a-z])|(?<![a-z])(?:kokoro|orpheus|parler|bark|playai|playht|chatterbox|piper|vits|voxcpm\d?|zonos|resemble-?(?:ai)?|blizzard|aura-\d|aura-[a-z]+-[a-z]{2}|fish-?audio|lmnt|hume|murf|cartesia|deepgram|elevenlabs|csm-1b|dia-1|f5-tts|polly)(?![a-z])|eleven[_-]|(?<!in)voice|(?:(?<![a-z])nova-\d|^(?:base|enhanced|nova))-(?:automotive|conversationalai|atc|drivethru|finance|general|medical|meeting|phonecall|voicemail|video)(?![a-z])|^nova-[23]$|(?<![a-z])sonic-(?:\d|turbo|english|multilingual)|octave-/;
const sounding =
	/(?<![a-z])(?:lyria|musicgen|audioldm|audiogen|stable-audio|suno|chirp|music|mureka|ace-step)(?![a-z])/;
const drawing =
	/dall-?e|stable-?(?:diffusion|image|cascade|zero|video|fast|point)|(?<![a-z])(?:flux|sdxl|sd-?[123](?:[.-]?[05])?|sd-turbo|midjourney|mj|niji|ideogram|recraft|kandinsky|pixart|sana|kolors|cogview|seedream|seededit|hidream|omnigen|bria|nova-canvas|z-image|dreamshaper|juggernaut|animagine|openjourney|playground-v\d|realvis[a-z]*|photon|lucid-origin|photomaker|controlnet|instantid|inpaint(?:ing)?|outpaint(?:ing)?|super-resolution|hyper-sd|latent-consistency|lcm|aura-?(?:flow|sr)|omni-?consistency|instant-?character|dream-?(?:o|actor)|animesharp|i-?rag|reve|step-?\dx|codeformer|gfpgan|swin2sr|try-?on|vton|object-removal|rembg|birefnet|kontext|pony|ssd-1b|imagine|imagen\d?|runwayml|black-forest-labs|bfl|topaz)(?![a-z])|(?<!latent-)diffusion(?!-?gemma)|upscal|esrgan|background-remov/;
const filming =
	/(?<![a-z])(?:sora|veo|kling|klingai|seedance|hailuo|vidu(?:q\d)?|hellomeme|pixverse|pika|ltxv?|mochi-1|wanx?[-/]?v?\d|cogvideox?|hunyuan-?(?:dit|3d)|nova-reel|runway|gen[34][_-](?:turbo|alpha|aleph)|luma|ray-?(?:\d|flash)|dream-machine|heygen|omnihuman|lipsync|lip-sync|minimax-h\d|t2v|i2v|r2v|s2v|v2v|t2i|i2i|marey|happyhorse|skyreels|framepack|animatediff|higgsfield|svd|lucy-(?:edit|\d)|avatar|liveportrait|dreamactor|decart|veed)(?![a-z])|text-to-(?:image|video|audio|music|3d)|2face(?![a-z])|noise-removal|image-to-(?:image|video|3d)|motion-control/;
const seeing =
	/(?<![a-z])(?:resnet|(?:rt)?detr|deit|convnext|mask2former|segformer|efficientnet|mobilenet|videomae|depth-?(?:pro|crafter)|super-?glue|light-?glue|rtmpose|dwpose|vitpose|dinov?\d?|(?:intern|vi|mobile|owl)?vit(?:[bslh]\d*)?|yolo[svx]?\d*|(?:slim|mobile)?sam-?\d?|rmbg|ddpm|tapas|ocdrnet|changenet|bevformer|sparsedrive|streampetr|segment-anything|grounding-dino|depth-anything|florence-2|mistral-ocr|doc-intelligence|trellis|shap-e|tripo(?:sr)?|uform|blip2?)(?![a-z])|detect(?:or|ion)(?![a-z])|(?<!\d)3d(?![a-z])|instant-?mesh|relighting|eye-?contact/;
const translating =
	/(?<![a-z])(?<!flan-)(?:m|long|code)?t5-(?:small|base|large)|(?<![a-z])(?:m2m100|nllb|opus-mt|madlad|indictrans\d?)(?![a-z])/;
const sciences =
	/(?<![a-z])(?:alphafold\d?|esmfold|esm\d|proteinmpnn|diffdock|rfdiffusion|openfold\d?|genmol|maisi|deepvariant|corrdiff|evo2|molmim|fourcastnet|cuopt|cosmos-(?:predict|transfer)\d?(?:\.\d)?)(?![a-z])/;
const searching = /\/search(?:-pro|-advanced)?$/;
/** Models of OpenAI, Google and Aleph Alpha that only continue a text. */
const completing =
	/(?<![a-z])(?:babbage-002|davinci-002|(?<!openai\/)gpt-3\.5-turbo-instruct|text-(?:davinci|curie|babbage|ada)-\d|code-(?:davinci|cushman)-\d|text-(?:bison|unicorn)|code-gecko|luminous-(?:base|extended|supreme)$)/;
/** Models with "image" or "video" in their name make these, except for chat models that also accept or make them. */
const making = /image|video/;
const chatting = /gemini|gpt-\d|llava|llama|qwen[\d.]*-?vl|internvl|minicpm|(?<![a-z])chat(?!gpt)|instruct/;

/** fal.ai runs models for pictures, videos and sounds, and only a few that answer with text. */
const hosted =
	/(?<![a-z])fal-ai\/(?!any-llm|openrouter|llava|moondream|got-ocr|florence-2|bytedance\/seed\/|qwen-3-guard|audio-understanding)/;
const others = [hosted, hearing, speaking, drawing, filming, seeing, translating, sciences, searching, completing];

const embeddings = [
	/embed|retriev/,
	/(?<![a-z])(?:bge|gte|(?:mm)?e5|gtr|labse|minilm|m3e|sbert|simcse|contriever|specter2?|text2vec|model2vec|splade|gritlm|uae|ember-v\d|acge|(?<!aura-)stella|potion|piccolo|zpoint|nvclip|(?:x|meta|open)?clip|siglip\d?|colpali|colqwen[\d.]*|colsmol|jina-(?:clip|colbert)|ada-?002)(?![a-z])/,
	/(?<![a-z])(?:all|paraphrase|multi-qa|msmarco|distiluse|sentence)-(?:mpnet|minilm|distil|roberta|multilingual|albert|bert|t5|transformers)/,
	/sentence-transformers|instructor-(?:xl|large|base)|text-(?:similarity|search)-|code-search-/,
	/(?<![a-z])voyage-(?:\d|lite|large|code|law|finance|multilingual|context|multimodal)/,
	/(?<![a-z])(?:xlm-|distil|camem|modern|al|ro|de|m2-|nomic-|legal|sci|bio|col)?bert(?:a)?(?![a-z])/,
];

/** Gemini's previews that speak: published lists count them among the chat models, so they are not hidden. */
const speakingPreview = /gemini-[\d.]+-[a-z]+-(?:preview-tts|tts-preview)/;

/** Returns the kind that a model's name indicates; `undefined` where it may be a chat model. */
export function kindOfName(id: string): Exclude<ModelKind, "chat" | "unknown"> | undefined {
	const name = id.toLowerCase().replaceAll("_", "-");
	if (speakingPreview.test(name)) return undefined;
	if (reranking.test(name) || judging.test(name) || sounding.test(name)) return "other";
	if (embeddings.some((pattern) => pattern.test(name))) return "embedding";
	if (others.some((pattern) => pattern.test(name))) return "other";
	return making.test(name) && !chatting.test(name) ? "other" : undefined;
}
