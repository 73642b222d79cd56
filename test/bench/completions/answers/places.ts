/** A place where bad answers are tried. */
export interface AnswerPlace {
	readonly languageId: string;
	readonly before: string;
	readonly after: string;
	/** The correct code. */
	readonly truth: string;
}

/** Places in the middle of a line and at the beginning of a block, in nine languages. */
export const answerPlaces = {
	tsLine: {
		languageId: "typescript",
		before:
			"export function total(items: readonly Item[]): number {\n\tlet sum = 0;\n\tfor (const item of items) {\n\t\tsum += ",
		after: "\n\t}\n\treturn sum;\n}\n",
		truth: "item.price * item.count;",
	},
	tsBlock: {
		languageId: "typescript",
		before:
			"export function average(values: readonly number[]): number {\n\tconst sum = total(values);\n\tif (values.length > 0) {\n\t\t",
		after: "\n\t}\n\treturn 0;\n}\n",
		truth: "const count = values.length;\n\t\treturn sum / count;",
	},
	jsxBlock: {
		languageId: "javascriptreact",
		before: "export function Price({ value }) {\n\tconst text = format(value);\n\tif (value < 0) {\n\t\t",
		after: "\n\t}\n\treturn <b>{text}</b>;\n}\n",
		truth: "return <Negative value={value}>{text}</Negative>;",
	},
	pyLine: {
		languageId: "python",
		before: "def area(width, height):\n    return ",
		after: "\n\n\nprint(area(2, 3))\n",
		truth: "width * height",
	},
	pyBlock: {
		languageId: "python",
		before: "import json\n\n\ndef load(path):\n    ",
		after: "\n\n\ndef save(path, data):\n    with open(path, 'w') as file:\n        json.dump(data, file)\n",
		truth: "with open(path) as file:\n        return json.load(file)",
	},
	goLine: {
		languageId: "go",
		before: "func Max(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn ",
		after: "\n}\n",
		truth: "b",
	},
	rustBlock: {
		languageId: "rust",
		before: "fn first_word(text: &str) -> &str {\n    ",
		after: "\n}\n",
		truth: 'text.split_whitespace().next().unwrap_or("")',
	},
	javaLine: {
		languageId: "java",
		before: "class Account {\n    private long balance;\n\n    void deposit(long amount) {\n        balance = ",
		after: "\n    }\n}\n",
		truth: "balance + amount;",
	},
	cssBlock: {
		languageId: "css",
		before: ".card {\n\tpadding: 8px;\n}\n\n.card:hover {\n\t",
		after: "\n}\n",
		truth: "background: var(--hover);",
	},
	shellLine: {
		languageId: "shellscript",
		before: '#!/bin/sh\nset -e\nfor file in *.txt; do\n    count=$(wc -l < "$file")\n    total=',
		after: "\ndone\n",
		truth: "$((total + count))",
	},
} as const satisfies Readonly<Record<string, AnswerPlace>>;

export type PlaceName = keyof typeof answerPlaces;

/** A bad answer as its model wrote it; `§` stands for the correct code. */
export type BadAnswer = readonly [place: PlaceName, answer: string];
