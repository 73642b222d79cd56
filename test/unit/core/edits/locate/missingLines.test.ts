import assert from "node:assert/strict";
import { appliedInChat } from "../appliedInChat";

const lines = (...all: readonly string[]) => all.join("\n");
const refuses = (code: string, text: string, languageId: string) =>
	assert.equal(appliedInChat(code, text, languageId), null);

describe("code block: lines left out without a mark", () => {
	it("are refused if they are imports, even if others replace them", () => {
		const java = lines(
			"package org.example;",
			"",
			"import com.example.bridge.Dynamic;",
			"import com.example.bridge.ReadableType;",
			"import com.example.common.Constants;",
			"import com.example.modules.Utilities;",
			"import com.example.views.Prop;",
			"",
			"class A {}",
			"",
		);
		const code = lines(
			"import com.example.bridge.Dynamic;",
			"import com.example.common.internal.Level;",
			"import com.example.common.internal.Logger;",
			"import com.example.modules.Utilities;",
			"import com.example.views.Prop;",
		);
		refuses(code, java, "java");
		const renamed = (old: string) =>
			`import os\nimport sys\nfrom builder.${old} import First, Second\nimport re\n\nx = 1\n`;
		assert.equal(
			appliedInChat(
				"import os\nimport sys\nfrom builder.tools import First, Second\nimport re",
				renamed("utilities"),
				"python",
			),
			renamed("tools"),
		);
	});

	it("are refused if they are arguments of a call", () => {
		const swift = lines(
			"import A",
			"",
			"func clean() {",
			"\tReaper.reap(",
			"\t\tconfig: config,",
			"\t\tdatabase: database,",
			"\t\tupdate: update",
			"\t)",
			"}",
			"",
		);
		refuses("\tReaper.reap(\n\t\tupdate: update,\n\t\tlogger: logger\n\t)", swift, "swift");
	});

	it("are refused if they are parameters of a function", () => {
		const cpp = lines(
			"int zero = 0;",
			"",
			"Root Manager::commit(",
			"    const Tree& tree,",
			"    const Node::Shared& oldNode,",
			"    const Node::Unshared& newNode) {",
			"  run(tree, *oldNode, *newNode);",
			"  return newNode;",
			"}",
			"",
		);
		const code = lines(
			"Root Manager::commit(",
			"    const Node::Unshared& newNode,",
			"    const Tree::Options& options) {",
			"  if (options.isOwn)",
			"    run(tree, *oldNode, *newNode);",
			"  return newNode;",
			"}",
		);
		refuses(code, cpp, "cpp");
	});

	it("are refused if they are the check at the beginning of a function", () => {
		const cpp = (...body: readonly string[]) =>
			lines("int zero = 0;", "", "std::string text(const void* value) {", ...body, "}", "");
		const check = ["  if (value == nullptr) {", '    return "null";', "  }"];
		const old = cpp(...check, '  return formatted("0x{0}", value);');
		const rest = ["  std::array<char, 20> buffer{};", "  print(buffer, cast(value));", "  return buffer.data();"];
		const code = (...body: readonly string[]) =>
			cpp(...body)
				.split("\n")
				.slice(2, -1)
				.join("\n");
		refuses(code(...rest), old, "cpp");
		assert.equal(appliedInChat(code(...check, ...rest), old, "cpp"), cpp(...check, ...rest));
	});

	it("are refused if they are statements after the first line, even if others replace them", () => {
		const swift = lines(
			"import A",
			"",
			"func start(with delegate: Delegate) {",
			"\tguard let own = self.own else {",
			'\t\tfatalError("there is no own one")',
			"\t}",
			"\tlet root = Root(own)",
			"\tlet window = getWindow()",
			"\twindow.show(root)",
			"}",
			"",
		);
		const code = lines(
			"func start(with delegate: Delegate) {",
			"\tguard let application = Application.shared.delegate as? Factory else {",
			'\t\tfatalError("the delegate must be a factory")',
			"\t}",
			"\tlet window = getWindow()",
			"\twindow.show(root)",
			"}",
		);
		refuses(code, swift, "swift");
	});

	it("are refused in the middle of a function", () => {
		const attach = (...middle: readonly string[]) =>
			lines(
				"const zero = 0;",
				"",
				"function attach(view, file) {",
				'\tif (file.view) throw new Error("in use");',
				...middle,
				"\tview.mode = file.mode;",
				"\treport(view);",
				"}",
				"",
			);
		const old = ["\tview.file = file;", "\tfile.view = view;", "\testimateHeights(view);", "\tloadMode(view);"];
		const added = "\tview.direction = file.direction;";
		const code = (...middle: readonly string[]) =>
			attach(...middle)
				.split("\n")
				.slice(2, -1)
				.join("\n");
		refuses(code(added), attach(...old), "javascript");
		assert.equal(appliedInChat(code(...old, added), attach(...old), "javascript"), attach(...old, added));
		const read = "\tconst names = file.isRaw ? parse(file.names) : file.names;";
		const reads = ["\tconst raw = file.isRaw;", "\tconst names = raw ? parse(file.names) : file.names;", "\tlog(raw);"];
		refuses(code(...reads), attach("\tthis.callback = undefined;", "\tstop(this);", read), "javascript");
		const others = ["\tprepare();", "\tsort();", "\tdraw();", "\tend();"];
		assert.equal(appliedInChat(code(...others), attach(...old), "javascript"), attach(...others), "all others");
	});

	it("are refused if they are all that a short function does, or calls that differ in a name", () => {
		const run = (...body: readonly string[]) =>
			lines("int zero = 0;", "", "void run(Box& box) {", ...body, "}", "", "int last = 1;", "");
		const code = (...body: readonly string[]) => lines("void run(Box& box) {", ...body, "}");
		const old = [
			"  while (box.isOpen()) {",
			"    box.next();",
			"  }",
			"  if (box.isEmpty()) {",
			"    box.fill();",
			"  }",
		];
		refuses(code("  report(box.count() + added);"), run(...old, "  report(box.count());"), "cpp");
		const begin = ["  base.start({ mode: automatic });", "  waiting = nullptr;"];
		const added = ["  // The bytes come from outside.", "  // They cannot be read twice.", "  isUsed = yes;"];
		refuses(code(...added), run(...begin), "cpp");
		assert.equal(appliedInChat(code(...begin, ...added), run(...begin), "cpp"), run(...begin, ...added));
		const calls = (...names: readonly string[]) =>
			["x", ...names].map((name) => `  data.put(Key::${name.toUpperCase()}, ${name});`);
		refuses(code(...calls("r", "s", "t", "u")), run(...calls("y", "width", "height", "r")), "cpp");
	});

	it("are refused if one include would replace another", () => {
		const cpp = (...files: readonly string[]) =>
			lines(
				"int zero = 0;",
				'#include "State.h"',
				...files.map((file) => `#include <box/parts/${file}>`),
				"#include <set>",
				"",
			);
		const code = cpp("cdp/Json.h").split("\n").slice(1, -1).join("\n");
		refuses(code, cpp("Flags.h"), "cpp");
	});

	it("are refused in a whole file if they are a comment of several lines", () => {
		const comment = lines("/**", " * Adds up.", " * All of them are numbers.", " */");
		const file = (about: string, body: string) =>
			lines('import { log } from "./log";', "", `${about}export function sum(values) {`, `\treturn ${body};`, "}", "");
		refuses(file("", "add(values)"), file(`${comment}\n`, "total(values)"), "javascript");
		const withImport = file("", "total(values)").replace("log }", "log, warn }");
		refuses(withImport, file(`${comment}\n`, "total(values)"), "javascript");
		const whole = file(`${comment}\n`, "add(values)");
		assert.equal(appliedInChat(whole, file(`${comment}\n`, "total(values)"), "javascript"), whole);
	});

	it("are refused if a function would keep only one new line", () => {
		const java = (...body: readonly string[]) =>
			lines("class Menu {", "\tprivate void toggle() {", ...body.map((line) => `\t\t${line}`), "\t}", "}", "");
		const code = (...body: readonly string[]) => lines("private void toggle() {", ...body, "}");
		const old = ["slow = !slow;", "if (slow) {", "\tuptime = SystemClock.millis(offset);", "}"];
		refuses(code("\tnodes.enable(slow, FACTOR);"), java(...old), "java");
		const shorter = ["uptime = SystemClock.millis(slow, offset);"];
		assert.equal(appliedInChat(code(`\t${shorter[0]}`), java(...old), "java"), java(...shorter));
	});

	it("are refused in a whole file if they are its first properties", () => {
		const manifest = (version: string, ...first: readonly string[]) =>
			lines(
				"{",
				...first,
				`  "version": "${version}",`,
				'  "author": "Somebody",',
				'  "main": "./index.js",',
				'  "bin": "./bin.js",',
				'  "license": "MIT"',
				"}",
				"",
			);
		const first = ['  "name": "tool",', '  "keywords": ["a tool"],'];
		refuses(manifest("2.0.0"), manifest("1.0.0", ...first), "json");
		assert.equal(
			appliedInChat(manifest("2.0.0", ...first), manifest("1.0.0", ...first), "json"),
			manifest("2.0.0", ...first),
		);
	});
});
