import { secretIn } from "./secretTexts";

/** Maximum number of lines of a private key after its first one. */
const keyLines = 200;

/** Recognizes the lines of a text that may contain secrets, one after the other. */
export class SecretLines {
	/** Number of following lines that may still belong to a private key. */
	#keyLines = 0;

	/** Returns whether the next line may contain a secret. */
	includes(line: string): boolean {
		if (this.#keyLines > 0) {
			this.#keyLines = line.includes("-----END ") ? 0 : this.#keyLines - 1;
			return true;
		}
		const found = secretIn(line);
		if (found === "privateKey" && !line.includes("-----END ")) this.#keyLines = keyLines;
		return found !== undefined;
	}
}

/** Returns a text without the lines that may contain secrets, and the number of these lines. */
export function withoutSecretLines(text: string): { readonly text: string; readonly secrets: number } {
	const lines = text.split("\n");
	const all = new SecretLines();
	const kept = lines.filter((line) => !all.includes(line));
	return { text: kept.join("\n"), secrets: lines.length - kept.length };
}
