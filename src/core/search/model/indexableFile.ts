import { isFollowedBy } from "../../../shared/untrusted/isFollowedBy";
import { hasSecretName } from "../../context/secrets/secretFiles";
import { secretIn } from "../../context/secrets/secretTexts";
import { partsBesideEncoded } from "./encodedText";

/** The reason why a file is not in the index. */
export type LeftOutReason = "binary" | "encoding" | "tooLarge" | "generated" | "secret" | "link" | "unreadable";

/** Maximum size of a file that is indexed, in bytes: larger ones are rarely written by hand. */
export const largestFile = 1024 * 1024;

/** Names of files that tools write, and of files without text. */
const generatedNames =
	/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|composer\.lock|cargo\.lock|poetry\.lock|uv\.lock|gemfile\.lock|go\.sum|[^/]*\.min\.(?:js|css|mjs)|[^/]*\.(?:map|snap|lock))$/;
const binaryNames =
	/\.(?:png|jpe?g|gif|webp|ico|icns|bmp|tiff?|avif|svg|pdf|zip|gz|tgz|bz2|xz|7z|rar|jar|war|class|exe|dll|so|dylib|a|o|obj|lib|wasm|pdb|bin|dat|db|sqlite3?|mp[34]|m4a|wav|ogg|flac|mov|avi|mkv|webm|woff2?|ttf|otf|eot|vsix|pyc|parquet|onnx|safetensors|gguf|npy|npz|pkl|docx?|xlsx?|pptx?|odt)$/;

/** Returns why a file is left out, judging by its name and size. */
export function leftOutByName(path: string, size: number): LeftOutReason | undefined {
	const lower = path.toLowerCase();
	if (hasSecretName(path)) return "secret";
	if (binaryNames.test(lower)) return "binary";
	if (generatedNames.test(lower)) return "generated";
	return size > largestFile ? "tooLarge" : undefined;
}

/** Number of characters at a file's beginning that are searched for a note that it is generated. */
const looked = 600;
/** Minimum average length of the lines of generated files, in characters. */
const longAverage = 400;

/** Returns why a file is left out, judging by its text. */
export function leftOutByText(text: string): LeftOutReason | undefined {
	if (secretIn(text)) return "secret";
	if (text.slice(0, looked).split("\n").some(saysGenerated)) return "generated";
	return isMinified(text) ? "generated" : undefined;
}

function saysGenerated(line: string): boolean {
	return (
		/@generated\b/i.test(line) ||
		isFollowedBy(line, /\bcode generated\b/i, /\bdo not edit\b/i) ||
		isFollowedBy(line, /\bautomatically generated\b/i, /\bdo not\b/i)
	);
}

function isMinified(text: string): boolean {
	if (text.length < 5000) return false;
	let lines = 1;
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
	if (text.length / lines <= longAverage) return false;
	// Text beside encoded pictures, as in a notebook, is still worth indexing.
	return partsBesideEncoded(text).join("").length / lines > longAverage;
}
