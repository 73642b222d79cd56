/** A function that reads text from outside, and the tokens of its texts. */
export interface Reader {
	/** The exported name, and how it is called where that is done in several ways. */
	readonly name: string;
	/** Its file below `src`, without the ending. */
	readonly module: string;
	/** The words and signs of its grammar: hostile texts are made of them. */
	readonly tokens: readonly string[];
	/** Reads a text; errors are answers too, except a RangeError: that is a crash. */
	read(text: string): unknown;
	/** Characters of the longest text that it is given in production; 1 MB where nothing limits it. */
	readonly most?: number;
	/** Texts of about so many characters that no repetition of tokens makes. */
	readonly cases?: Readonly<Record<string, (size: number) => string>>;
}
