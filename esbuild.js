// Builds every bundle: the extension host's, the page's and the tests'.
//   node esbuild.js [--production] [--watch] [--no-tests]
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import esbuild from "esbuild";
import wabt from "wabt";
import { joinStart } from "./test/build/joinStart.js";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");
const withTests = !process.argv.includes("--no-tests");

/** Returns the .ts files below a folder that have a name which `keep` accepts. Tests are found like this, never listed. */
async function sources(folder, keep) {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((e) => e.isFile() && e.name.endsWith(".ts") && keep(e.name))
		.map((e) => join(e.parentPath, e.name))
		.sort();
}

/** A plugin that compiles WebAssembly text to a module that exports the bytes. */
const webAssemblyText = {
	name: "wat",
	setup({ onLoad }) {
		onLoad({ filter: /\.wat$/ }, async ({ path }) => {
			const module = (await wabt()).parseWat(path, await readFile(path, "utf8"), { simd: true, relaxed_simd: true });
			const base64 = Buffer.from(module.toBinary({}).buffer).toString("base64");
			module.destroy();
			return { contents: `export const bytes = Uint8Array.from(atob("${base64}"), (c) => c.charCodeAt(0));` };
		});
	},
};

/**
 * A plugin that takes VS Code's API with `require`. For an `import`, the extension host generates a module with every name
 * of the API, and loading that module takes part of the activation's time. The tests take the API in the same way: VS Code
 * 1.106 gives an `import` another object, in which they could not replace what Gatehouse calls.
 */
const requiredApi = {
	name: "required API",
	setup({ onLoad, onResolve }) {
		onLoad({ filter: /[\\/](?:src|test)[\\/].*\.ts$/ }, async ({ path }) => {
			const source = await readFile(path, "utf8");
			return {
				contents: source.replace(/^import \* as vscode from "vscode";$/m, 'import vscode from "vscode";'),
				loader: "ts",
			};
		});
		onResolve({ filter: /^vscode$/ }, ({ path }) => ({ path, namespace: "api" }));
		onLoad({ filter: /^vscode$/, namespace: "api" }, ({ path }) => ({
			contents: `import { createRequire } from "node:module"; export default createRequire(import.meta.url)("${path}");`,
		}));
	},
};

const common = {
	bundle: true,
	plugins: [webAssemblyText],
	format: "esm",
	splitting: true,
	target: "es2023",
	sourcemap: production ? false : "linked",
	minify: production,
	metafile: true,
	logLevel: "warning",
	legalComments: "none",
};

const builds = {
	host: {
		...common,
		entryPoints: ["src/extension.ts"],
		outdir: "dist",
		platform: "node",
		target: "node22",
		plugins: [webAssemblyText, requiredApi],
		// The Node build of @vscode/l10n reads files; core is given its bundle and needs none.
		alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
		chunkNames: "chunks/[name]-[hash]",
	},
	// CommonJS, because tree-sitter's runtime is CommonJS and loads its files with `require`.
	worker: {
		...common,
		entryPoints: ["src/worker/indexWorker.ts"],
		outdir: "dist",
		outExtension: { ".js": ".cjs" },
		platform: "node",
		target: "node22",
		format: "cjs",
		splitting: false,
		alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
	},
	webview: {
		...common,
		entryPoints: { main: "src/webview/main.ts", panel: "src/webview/panel.css" },
		outdir: "dist/webview",
		platform: "browser",
		chunkNames: "chunks/[name]-[hash]",
	},
};

if (withTests) {
	builds.tests = {
		...common,
		entryPoints: await sources("test", (name) => /\.(test|main)\.ts$/.test(name) && name !== "isolatedCase.main.ts"),
		outdir: "out/test",
		outbase: "test",
		platform: "node",
		target: "node20",
		sourcemap: "linked",
		minify: false,
		plugins: [webAssemblyText, requiredApi],
		packages: "external",
		chunkNames: "chunks/[name]-[hash]",
	};
	// Some 170 processes load it, one for each case: one file, with its packages, takes half the time of many.
	builds.isolatedCase = {
		...builds.tests,
		entryPoints: ["test/faults/isolatedCase.main.ts"],
		splitting: false,
		packages: "bundle",
		banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
	};
}

/** Imports a TypeScript module, for lists that only the source contains. */
async function importSource(entryPoint) {
	const { outputFiles } = await esbuild.build({ entryPoints: [entryPoint], bundle: true, format: "esm", write: false });
	return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Writes the metafile of a bundle, which tells the tests and the checks what the bundle contains. */
async function finish(name, result) {
	await mkdir("out/meta", { recursive: true });
	await writeFile(`out/meta/${name}.json`, JSON.stringify(result.metafile));
}

/** Writes the notices about the packages in the bundles, with all of their licences. */
async function thirdPartyNotices(metafiles) {
	const inputs = metafiles.flatMap(({ outputs }) =>
		Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
	);
	const found = inputs.flatMap((input) => /(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
	const folders = [...new Set([...found, "node_modules/@vscode/codicons"])].sort();
	const notices = await Promise.all(
		folders.map(async (folder) => {
			const { name, version, license, repository } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
			const files = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file)).sort();
			const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
			const home = typeof repository === "string" ? repository : repository?.url;
			return [`${name} ${version} (${license})`, home, ...texts].filter(Boolean).join("\n\n").trim();
		}),
	);
	const title = "Gatehouse contains the following third-party software.";
	await writeFile("dist/ThirdPartyNotices.txt", `${[title, ...notices].join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
}

await rm("dist", { recursive: true, force: true });
// Only the tests are removed: the screenshots beside them are kept. Tests that build a package use `--no-tests`, and
// stay.
if (withTests) await rm("out/test", { recursive: true, force: true });
await mkdir("dist/webview", { recursive: true });
for (const file of ["codicon.css", "codicon.ttf"]) {
	await cp(`node_modules/@vscode/codicons/dist/${file}`, `dist/webview/${file}`);
}

await mkdir("dist/grammars", { recursive: true });
const { treeSitterGrammars } = await importSource("src/core/search/model/languages.ts");
for (const file of ["tree-sitter", ...treeSitterGrammars.map((name) => `tree-sitter-${name}`)]) {
	await cp(`node_modules/@vscode/tree-sitter-wasm/wasm/${file}.wasm`, `dist/grammars/${file}.wasm`);
}

const metafiles = [];
for (const [name, options] of Object.entries(builds)) {
	if (watch) {
		const report = {
			name: "report",
			setup(b) {
				b.onStart(() => console.log(`[watch] ${name}: building`));
				b.onEnd((r) => console.log(`[watch] ${name}: ${r.errors.length} errors`));
			},
		};
		const context = await esbuild.context({ ...options, plugins: [...options.plugins, report] });
		await context.watch();
	} else {
		const result = await esbuild.build(options);
		const start = { host: "dist/extension.js", webview: "dist/webview/main.js" }[name];
		if (start) {
			const { entryPoints, chunkNames, outdir, plugins, alias, ...others } = options;
			await joinStart(result, start, others);
		}
		if (!["tests", "isolatedCase"].includes(name)) metafiles.push(result.metafile);
		await finish(name, result);
	}
}
if (!watch) await thirdPartyNotices(metafiles);
