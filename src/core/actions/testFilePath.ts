/** Derives the name of a test file from the name of the file that it tests. */
type Naming = (name: string, extension: string) => string;

const suffixed =
	(suffix: string): Naming =>
	(name, extension) =>
		`${name}${suffix}${extension}`;
const prefixed: Naming = (name, extension) => `test_${name}${extension}`;

/** The common naming patterns; for each language, its usual one is tried first. */
const namings: readonly { readonly looks: RegExp; readonly name: Naming; readonly usualIn?: RegExp }[] = [
	{ looks: /\.test\.\w+$/, name: suffixed(".test"), usualIn: /^\.[cm]?[jt]sx?$|^\.(?:vue|svelte)$/ },
	{ looks: /\.spec\.\w+$/, name: suffixed(".spec") },
	{ looks: /(?:^|\/)test_[^/]+$/, name: prefixed, usualIn: /^\.py$/ },
	{ looks: /_test\.\w+$/, name: suffixed("_test"), usualIn: /^\.(?:go|rs|dart|exs?|c|cc|cpp)$/ },
	{ looks: /_spec\.\w+$/, name: suffixed("_spec"), usualIn: /^\.(?:rb|lua)$/ },
	{ looks: /Tests\.\w+$/, name: suffixed("Tests"), usualIn: /^\.(?:cs|fs|swift)$/ },
	{ looks: /Test\.\w+$/, name: suffixed("Test"), usualIn: /^\.(?:java|kt|scala|php)$/ },
];

/** A glob of files that may be tests, in upper or lower case: on some file systems, a search is case-sensitive. */
export const testFiles = "**/*{[tT][eE][sS][tT],[sS][pP][eE][cC]}*";

/** Folders of tests that are separate from the code. */
const testFolder = /^(?:.*\/)?(?:tests?|spec|__tests__)\//;

/**
 * Proposes a path for the tests of a file: named and placed like the workspace's other tests in that language, or else
 * by convention.
 *
 * @param path the file's path, relative to the workspace.
 * @param tests the paths of other tests.
 */
export function testFilePath(path: string, tests: readonly string[] = []): string {
	const [, folder = "", name = path, extension = ""] = /^(.*\/)?([^/]+?)(\.[^./]+)?$/.exec(path) ?? [];
	const alike = tests.filter((test) => test.endsWith(extension) && test !== path);
	const counted = namings.map((naming) => ({ naming, count: alike.filter((test) => naming.looks.test(test)).length }));
	const [most] = counted.sort((a, b) => b.count - a.count);
	const usual = namings.find(({ usualIn }) => usualIn?.test(extension)) ?? namings[0];
	const naming = most && most.count > 0 ? most.naming : usual;
	return `${folderOf(folder, alike)}${naming?.name(name, extension)}`;
}

/** Returns the folder of the code, or the matching one in the test folder where most of the other tests are. */
function folderOf(folder: string, tests: readonly string[]): string {
	if (folder.includes("src/main/")) return folder.replace("src/main/", "src/test/");
	const apart = tests.flatMap((test) => testFolder.exec(test)?.[0] ?? []);
	const [first] = apart;
	if (first === undefined || apart.length * 2 <= tests.length) return folder;
	return `${first}${folder.replace(/^(?:src|lib|app)\//, "")}`;
}
