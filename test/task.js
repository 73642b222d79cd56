// The tasks of package.json's scripts: `node test/task.js NAME [arguments]`. Plain JavaScript without dependencies,
// because a fresh clone has nothing else to run: it installs, builds, and then starts the task.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packagedReadme } from "./build/packagedReadme.js";
import { askedJobs } from "./host/mocha/jobs.js";
import { failureInto, failureOf, mochaInParts } from "./host/mocha/mochaParts.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** Runs a command with this process's terminal; returns its exit code. */
function run(command, args, cwd = root) {
	const { status, error } = spawnSync(command, args, { stdio: "inherit", cwd });
	if (error) console.error(`gatehouse: ${command} could not be run: ${error.message}`);
	return status ?? 1;
}

/** Runs a command on which the rest depends; exits if it fails. */
function must(command, args) {
	const code = run(command, args);
	if (code !== 0) process.exit(code);
}

const node = (...args) => run(process.execPath, args);
const bin = (path) => join("node_modules", ...path.split("/"));

/** Installs the packages of package-lock.json, unless they are already installed. */
function install() {
	const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
	if (major < 20 || (major === 20 && minor < 19)) {
		console.error(`gatehouse: Node 20.19 or later is needed; this is ${process.versions.node}.`);
		process.exit(1);
	}
	const stamp = "node_modules/.gatehouse-lock";
	const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
	console.log("gatehouse: installing the packages of package-lock.json…");
	// npm's own entry point is not the same file everywhere; a shell finds it, and no argument here needs quoting.
	const { status } = spawnSync("npm ci --ignore-scripts --no-audit --no-fund --loglevel=error", {
		stdio: "inherit",
		shell: true,
	});
	if (status !== 0) {
		console.error("gatehouse: npm ci failed; is the npm registry within reach?");
		process.exit(status ?? 1);
	}
	mkdirSync(dirname(stamp), { recursive: true });
	writeFileSync(stamp, lock);
}

const build = (...flags) => must(process.execPath, ["esbuild.js", ...flags]);
const mochaArgs = (...args) => [bin("mocha/bin/mocha.js"), "--config", "test/mocharc.json", ...args];
const mocha = (folder, ...args) => node(...mochaArgs(`out/test/${folder}/**/*.test.js`, ...args));

/** Runs a suite in one process per processor. */
const mochaInProcesses = (folder, args) =>
	mochaInParts({
		folder: join("out", "test", folder),
		mocha: mochaArgs(),
		args,
		log: (part) => logOf(`${folder}-${part}`),
		jobs: askedJobs(),
	});

const main = (path, ...args) => node(`out/test/${path}.main.js`, ...args);

const suites = {
	unit: (args) => mochaInProcesses("unit", args),
	faults: (args) => mochaInProcesses("faults", args),
	growth: (args) => mocha("growth", ...args),
	search: (args) => main("host/search", ...args),
	integration: (args) => main("host/integration", ...args),
	ui: (args) => main("host/ui", ...args),
};

/** Suites that need no window: those that `npm test -- --fast` runs. */
const fastSuites = ["unit", "faults", "search"];

/** The task that `--check` adds: it builds nothing, so it can run beside windows. */
const sourceChecks = "check";

/**
 * The order of a complete run, in lanes that run at the same time. The windows of the UI tests take longest, so they begin as
 * soon as VS Code is set up, which the unit tests outlast; the window of the integration tests waits more than it computes.
 * Everything else fills the processors meanwhile, and ends before the windows do.
 */
const lanes = [["unit", "ui"], ["integration"], ["faults", "search", "growth", sourceChecks]];

/** The same for `--fast`. The search tests come first: they run in one process, and would leave the other processors free at the end. */
const fastLanes = [["unit"], ["search", "faults"]];

/** The priority of the checks of the sources, as `nice` counts: a third of the usual share of a busy processor. No test waits for them. */
const checksPriority = 5;

/** Suites that need VS Code, a browser, or the Node of VS Code. */
const needSetup = ["search", "integration", "ui"];

/**
 * Starts suites in the background, one after the other. Returns a function that waits for them, prints their output and
 * returns the names of those that failed.
 *
 * @param ready settles when those that need VS Code may begin.
 */
function startBeside(names, args, ready) {
	const failed = [];
	const run = async () => {
		for (const name of names) {
			if (needSetup.includes(name)) await ready;
			const priority = name === sourceChecks ? checksPriority : undefined;
			if (await failureInto(logOf(name), suiteArgs(name, args), { priority })) failed.push(name);
		}
	};
	const ended = run();
	return async () => {
		await ended;
		for (const name of names) {
			console.log(`\n${titleOf(name)}`);
			process.stdout.write(readFileSync(logOf(name)));
		}
		return failed;
	};
}

const titleOf = (name) => (name === sourceChecks ? "gatehouse: checks of the sources" : `gatehouse: ${name} tests`);

const logOf = (name) => `out/${name}.log`;

const suiteArgs = (name, args) => ["test/task.js", `run:${name}`, ...(name === sourceChecks ? [] : args)];

/** Runs a suite with the existing build, without blocking this process. Returns why it failed; undefined if it did not. */
const runSuite = (name, args) => failureOf(suiteArgs(name, args), "inherit");

/** Returns the lanes in which these suites run. */
function lanesOf(names, all) {
	return all.map((lane) => lane.filter((name) => names.includes(name))).filter((lane) => lane.length > 0);
}

/**
 * Runs suites in lanes, all of them even if one fails, and reports failed ones; the output of the first lane is shown at once. They run with the packaged build:
 * nothing builds while windows are open, because these load the chunks of the build with which they began. `--fast` leaves out
 * the slow suites, and lets hostile cases share a process; `--check` adds `npm run check -- --built --sources`.
 */
async function test(all, given) {
	const args = given.filter((argument) => !["--fast", "--check"].includes(argument));
	const isFast = given.includes("--fast");
	const suitesToRun = isFast ? all.filter((name) => fastSuites.includes(name)) : all;
	const names = given.includes("--check") ? [...suitesToRun, sourceChecks] : suitesToRun;
	build("--production");
	// Read by `test/faults/isolatedCase.ts`.
	if (isFast) process.env.GATEHOUSE_SHARED_CASES = "1";
	// Started first, because it mostly waits for npm. If it fails, a suite runs the setup itself, or reports why it
	// cannot.
	const ready = names.includes("ui") ? runSuite("setup", []) : undefined;
	const [shown = [], ...beside] = lanesOf(names, isFast ? fastLanes : lanes);
	const finish = beside.map((lane) => startBeside(lane, args, ready));
	const failed = [];
	for (const name of shown) {
		if (needSetup.includes(name)) await ready;
		console.log(`\n${titleOf(name)}`);
		if (await runSuite(name, args)) failed.push(name);
	}
	for (const lane of finish) failed.push(...(await lane()));
	console.log(
		failed.length ? `\ngatehouse: failed: ${failed.join(", ")}` : `\ngatehouse: all passed: ${names.join(", ")}`,
	);
	return failed.length ? 1 : 0;
}

/**
 * Runs every check that needs no window, and all of them, so that one round shows every problem. Builds first, unless
 * `--built` declares the existing build up to date. `--sources` leaves out the packages, which are built again;
 * `--packages` checks only them.
 */
async function check(args) {
	if (!args.includes("--built")) build("--production");
	const failed = [
		...(args.includes("--packages") ? [] : await checkSources()),
		...(args.includes("--sources") ? [] : checkPackages()),
	];
	console.log(failed.length ? `gatehouse: checks failed: ${failed.join(", ")}` : "gatehouse: all checks passed");
	return failed.length ? 1 : 0;
}

/** Runs the checks that build nothing, so that windows may be open. Returns the names of those that failed. */
function checkSources() {
	return runInPairs({
		"types (tsc)": [bin("typescript/bin/tsc"), "-p", "."],
		"types of the inner rings (tsc)": [bin("typescript/bin/tsc"), "-p", "src/core"],
		"types of the worker (tsc)": [bin("typescript/bin/tsc"), "-p", "src/worker"],
		"lint, format and layers (biome)": [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
		"files and bundles": ["test/check.js"],
		"regular expressions (recheck)": ["test/checks/patterns.js"],
		"calls that bypass the module for messages": ["test/checks/uiCalls.js"],
		"calls with arrays of unknown length": ["test/checks/spreadCalls.js"],
		"tests that name a sentence of the UI": ["test/checks/uiSentences.js"],
		"structure: rings, cycles, folders, names, references": ["out/test/checks/structure.main.js"],
		"documents, manifest and translations": mochaArgs("out/test/unit/{documents,manifest}/**/*.test.js"),
	});
}

/** Runs the checks of the packages, each of which is built. Returns the names of those that failed. */
function checkPackages() {
	const steps = {
		package: packageVsix,
		"package: a second build has the same bytes": packageAgain,
	};
	return Object.entries(steps).flatMap(([name, step]) => {
		console.log(`gatehouse: checking ${name}`);
		return step() === 0 ? [] : [name];
	});
}

/**
 * Runs scripts, given their arguments, two at a time, and prints the output of each in one piece. Returns the names of
 * those that failed.
 */
async function runInPairs(scripts) {
	const failed = [];
	const waiting = Object.entries(scripts);
	const runNext = async () => {
		for (let script = waiting.shift(); script; script = waiting.shift()) {
			const [name, args] = script;
			const { code, output } = await outputOf(args);
			process.stdout.write(`gatehouse: checking ${name}\n${output}`);
			if (code !== 0) failed.push(name);
		}
	};
	await Promise.all([runNext(), runNext()]);
	return failed;
}

/** Runs a script; returns its exit code and its output. */
function outputOf(args) {
	const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
	return new Promise((resolve) => {
		child.once("error", ({ message }) => resolve({ code: 1, output: `${message}\n` }));
		child.once("close", (code) => resolve({ code: code ?? 1, output }));
	});
}

/**
 * Packages the extension. The files are sorted and all have the date of SOURCE_DATE_EPOCH, by default a fixed one, so that
 * two builds of the same source have the same bytes.
 */
function packageVsix(out = "out/gatehouse.vsix") {
	const folder = packageFolder();
	// The times in a zip file are local.
	Object.assign(process.env, { TZ: "UTC", SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH || "1704067200" });
	const flags = ["--no-dependencies", "--no-rewrite-relative-links", "--allow-missing-repository", "--follow-symlinks"];
	const files = ["--readme-path", "out/README.md", "--out", join(root, out)];
	return run(process.execPath, [join(root, bin("@vscode/vsce/vsce")), "package", ...flags, ...files], folder);
}

/**
 * Creates a folder of links to the files that may be packaged, with the packaged README: in the repository's folder,
 * vsce would read tens of thousands of files of packages and test hosts. On Windows, where links need a permission, the
 * repository's folder is used all the same.
 */
function packageFolder() {
	const windows = process.platform === "win32";
	const folder = windows ? root : join(root, "out", "package");
	if (!windows) {
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		const left = [".git", ".vscode-test", "node_modules", "out"];
		for (const name of readdirSync(root).filter((name) => !left.includes(name)))
			symlinkSync(join(root, name), join(folder, name));
	}
	mkdirSync(join(folder, "out"), { recursive: true });
	writeFileSync(join(folder, "out", "README.md"), packagedReadme(readFileSync("README.md", "utf8")));
	return folder;
}

/** Builds and packages a second time, and fails if a byte differs from the existing package. */
function packageAgain() {
	const first = readFileSync("out/gatehouse.vsix");
	build("--production", "--no-tests");
	const code = packageVsix("out/again.vsix");
	if (code !== 0) return code;
	if (first.equals(readFileSync("out/again.vsix"))) return 0;
	console.error("gatehouse: out/gatehouse.vsix and out/again.vsix differ, although they have the same source");
	return 1;
}

/** A task that needs a fresh build first. */
const built =
	(task, ...flags) =>
	(args) => {
		build(...flags);
		return task(args);
	};

const tasks = {
	start: built((args) => main("host/start", ...args)),
	gateway: built((args) => main("gateway/gateway", ...args)),
	kinds: built((args) => main("kinds/kinds", ...args)),
	bench: built((args) => main("bench/bench", ...args), "--production"),
	build: (args) => {
		build(...args);
		return 0;
	},
	check: (args) => check(args),
	package: built(() => packageVsix(), "--production", "--no-tests"),
	test: (args) => test(Object.keys(suites), args),
	/** The tests that take too long for every run: run them before an issue is resolved. */
	"test:long": built((args) => main("host/long", ...args), "--production"),
	...Object.fromEntries(Object.keys(suites).map((name) => [`test:${name}`, (args) => test([name], args)])),
	"run:setup": () => main("host/packages/setup"),
	[`run:${sourceChecks}`]: () => check(["--built", "--sources"]),
	/** Runs a suite with the existing build. */
	...Object.fromEntries(Object.keys(suites).map((name) => [`run:${name}`, (args) => suites[name](args)])),
};

const [name = "", ...args] = process.argv.slice(2);
const task = tasks[name];
if (!task) {
	console.error(`gatehouse: no task "${name}"; there are: ${Object.keys(tasks).join(", ")}`);
	process.exit(2);
}
try {
	askedJobs();
} catch (error) {
	console.error(`gatehouse: ${error.message}`);
	process.exit(2);
}
install();
process.exitCode = await task(args);
