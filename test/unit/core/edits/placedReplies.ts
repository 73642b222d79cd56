import { fenced, type ReplyCase } from "./replyCases";

const go = (body: string) => `package sums

func add(path string) error {
	err := open(path)
	if err != nil {
		return err
	}
${body}
	return nil
}
`;
const html = (item: string) => `<div>
  <ul>
${item}
  </ul>
</div>
`;
const tests = (inner: string) => `class Box:
    def put(self, thing):
        self.things.append(thing)

${inner}

def main():
    Box()
`;
const switching = (code: string) => `void run(int kind) {
  switch (kind) {
    case 1:
      first();
      break;
  }
${code}
}
`;

function ofPython(name: string, document: string, code: string, expected: string | null): ReplyCase {
	return { name, document, reply: fenced(code, "python"), expected, languageId: "python", indentation: "    " };
}

const guarded = `function load(path) {
	const text = read(path);
	const lines = text.split("\\n");
	const parts = lines.map(parse);
	check(parts);
	return parts;
}`;
const ofGuarded = (name: string, reply: string, code: string | null): ReplyCase => ({
	name,
	document: `«\n${guarded}\n»\n`,
	reply: fenced(reply, "js"),
	expected: code === null ? null : `${code}\n`,
	languageId: "javascript",
});

/** Replies whose lines show their place: by their ends, their brackets or their indentation. */
export const placedReplies: readonly ReplyCase[] = [
	{
		name: "a line in the middle that looks like a surrounding one",
		document: go("«\n\terr = read(path)\n\tif err != nil {\n\t\treturn err\n\t}\n»"),
		reply: fenced("\terr = readAll(path)\n\tif err != nil {\n\t\treturn err\n\t}", "go"),
		expected: go("\terr = readAll(path)\n\tif err != nil {\n\t\treturn err\n\t}"),
		languageId: "go",
	},
	{
		name: "the enclosing block, dedented",
		document: `class A {\n\tf() {\n\t\tone();\n«\n\t\ttwo();\n»\n\t\tthree();\n\t}\n}\n`,
		reply: fenced("f() {\n\tone();\n\ttwo(2);\n\tthree();\n}", "js"),
		expected: `class A {\n\tf() {\n\t\tone();\n\t\ttwo(2);\n\t\tthree();\n\t}\n}\n`,
		languageId: "javascript",
	},
	{
		name: "the block around an empty line",
		document: "function f() {\n\tone();\n«\n\n»\n\tthree();\n}\n",
		reply: fenced("function f() {\n\tone();\n\ttwo();\n\tthree();\n}"),
		expected: "function f() {\n\tone();\n\ttwo();\n\tthree();\n}\n",
	},
	{
		name: "a closing tag like the one below, with the same indentation",
		document: html("«\n    <li>One</li>\n»"),
		reply: fenced('    <ul class="inner">\n      <li>One</li>\n    </ul>', "html"),
		expected: html('    <ul class="inner">\n      <li>One</li>\n    </ul>'),
		languageId: "html",
		indentation: "  ",
	},
	{
		name: "a bracket of the line below too",
		document: switching("«\n  last();\n»"),
		reply: fenced("  last(1);\n}", "cpp"),
		expected: switching("  last(1);"),
		languageId: "cpp",
		indentation: "  ",
	},
	{
		name: "the beginning of the comment below too",
		document: "«\nlet a = 1;\n»\n/**\n * The other.\n */\nlet b = 2;\n",
		reply: fenced("let a = 3;\n/**"),
		expected: "let a = 3;\n/**\n * The other.\n */\nlet b = 2;\n",
	},
	ofPython(
		"a method at the end of a class, on an empty line",
		tests("«\n\n»"),
		"    def take(self):\n        return self.things.pop()",
		tests("    def take(self):\n        return self.things.pop()"),
	),
	ofPython(
		"a method at the end of a class, dedented",
		tests("«\n\n»"),
		"def take(self):\n    return self.things.pop()",
		tests("    def take(self):\n        return self.things.pop()"),
	),
	ofPython(
		"a function after a class, on an empty line",
		tests("«\n\n»"),
		"def other():\n    return 1",
		tests("def other():\n    return 1"),
	),
	ofPython("a statement after a method, dedented: it may belong to both", tests("«\n\n»"), "check(thing)", null),
	ofPython(
		"a statement after a method, on an indented line",
		tests("«\n        \n»"),
		"check(thing)",
		tests("        check(thing)"),
	),
	{
		name: "a method on an empty line in a class, dedented",
		document: "class A {\n  one() {\n    return 1;\n  }\n\n«\n\n»\n}\n\nexport {};\n",
		reply: fenced("two() {\n  return 2;\n}"),
		expected: "class A {\n  one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }\n}\n\nexport {};\n",
		indentation: "  ",
	},
	{
		name: "a statement on an empty line in Ruby, dedented",
		document: "class Box\n  def put(thing)\n    things << thing\n«\n\n»\n  end\nend\n",
		reply: fenced("things.uniq!", "ruby"),
		expected: "class Box\n  def put(thing)\n    things << thing\n    things.uniq!\n  end\nend\n",
		languageId: "ruby",
		indentation: "  ",
	},
	{
		name: "spaces for tabs around the lines of a comment",
		document: "class A {\n«\n\t/**\n\t * One.\n\t */\n\tone() {\n\t\treturn 1;\n\t}\n»\n}\n",
		reply: fenced("    /**\n     * One.\n     */\n    one() {\n        return 2;\n    }"),
		expected: "class A {\n\t/**\n\t * One.\n\t */\n\tone() {\n\t\treturn 2;\n\t}\n}\n",
	},
	{
		name: "a block put around lines, dedented",
		document: "function f() {\n«\n  one();\n  two();\n»\n}\n",
		reply: fenced("if (x) {\n  one();\n  two();\n}"),
		expected: "function f() {\n  if (x) {\n    one();\n    two();\n  }\n}\n",
		indentation: "  ",
	},
	ofGuarded("the changed line alone", '\tconst lines = text.split("\\r\\n");', null),
	ofGuarded("the changed lines alone, with a bracket too many", "\tcheck(parts);\n\treturn parts.flat();\n}", null),
	ofGuarded("the head and a comment alone", "/** Loads. */\nfunction load(path) {", null),
	ofGuarded(
		"lines removed in the middle",
		guarded.replace("\tcheck(parts);\n", ""),
		guarded.replace("\tcheck(parts);\n", ""),
	),
	ofPython(
		"the head of a function and its documentation alone",
		"«\ndef load(path):\n    text = read(path)\n    return text\n»\n",
		'def load(path):\n    """Loads."""',
		null,
	),
];
