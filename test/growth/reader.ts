/** A function that reads text from outside, and the tokens of its texts. */
export interface Reader {
	/** The exported name, and the form of the call if there are several. */
	readonly name: string;
	/** Its file below `src`, without the extension. */
	readonly module: string;
	/** The words and signs of its grammar, from which hostile texts are created. */
	readonly tokens: readonly string[];
	/** Reads a text; errors are answers, too, except a RangeError, which is a crash. */
	read(text: string): unknown;
	/** Maximum length of a text in production, in characters; 1 MB without a limit. */
	readonly most?: number;
	/** Texts of about this length that no repetition of tokens creates. */
	readonly cases?: Readonly<Record<string, (size: number) => string>>;
}
