import assert from "node:assert/strict";
import { importLines } from "../../../../src/core/actions/importLines";

const cases: Readonly<Record<string, [text: string, lines: [number, number] | undefined]>> = {
	TypeScript: [`/** Doc. */\nimport {\n\ta,\n\tb,\n} from "a";\nimport type c from "c";\n\nconst x = 1;`, [2, 6]],
	CommonJS: [`"use strict";\nconst a = require("a");\nlet { b } = require("b");\nfoo();`, [2, 3]],
	Python: [`"""Doc."""\nfrom a import (\n    b,\n)\nimport c\n\nfrom_here = 1`, [2, 5]],
	Go: [`package main\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc main() {}`, [1, 6]],
	"C and C++": [`// Copyright\n#include <a.h>\n# include "b.h"\n\nint main() {}`, [2, 3]],
	"C#": [`using System;\nusing A.B;\n\nclass C {}`, [1, 2]],
	Rust: [`use std::{\n    io,\n    fs,\n};\nuse crate::a;\n\nfn main() {}`, [1, 5]],
	Ruby: [`require "json"\nrequire_relative 'a'\n\nclass A; end`, [1, 2]],
	PHP: [`<?php\nuse App\\Models\\User;\n\nclass A {}`, [2, 2]],
	Sass: [`@use "a";\n@import "b";\n\na { b: c }`, [1, 2]],
	"an import that never closes": [`import { a,\nb`, [1, 1]],
	CRLF: [`import a\r\nimport b\r\nx`, [1, 2]],
	prose: ["From here on, import is a word.\nuse it well", undefined],
	nothing: ["", undefined],
	"far below": [`${"x\n".repeat(300)}import a`, undefined],
};

describe("actions: the imports of a file", () => {
	for (const [what, [text, lines]] of Object.entries(cases)) {
		it(what, () => assert.deepEqual(importLines(text), lines));
	}
});
