import { fenced, type ReplyCase } from "./replyCases";

/** Creates a case whose place is the whole document. @param code the reply's code, expected unless it is refused. */
export function ofAll(name: string, languageId: string, before: string, code: string, isWhole: boolean): ReplyCase {
	return {
		name,
		document: `«\n${before}\n»\n`,
		reply: fenced(code, languageId),
		expected: isWhole ? `${code}\n` : null,
		languageId,
		indentation: "  ",
	};
}

const closing = `socket.onclose = (event) => {
  reset();
  const { observer } = config;
  observer?.next(event);
  if (event.wasClean) {
    complete();
  } else {
    fail(event);
  }
};`;
const failure = `class ProxyError extends Error {
  constructor(cause, message) {
    super(message);
  }
  name = "ProxyError";
  code = "PROXY";
}`;
const animation = `/**
 * Creates a view.
 */
internal class CreateAnimation : Animation() {
  override fun isReverse(): Boolean = false
}`;
const imports = `from xml.sax.saxutils import escape
import os.path
import subprocess
import builder
import builder.common
import shlex
import xml.etree.ElementTree as ET`;
const collections = `import collections
import os
import re
import subprocess
import sys

from builder.sets import OrderedSet
import builder.sources
import builder.sets`;
const paths = `header_paths = [
  "one",
]

config = get_config()
flags = config[:flags]
version = config[:version]
kind = config[:kind]

if ENV["SHARED"]
  header_paths << "shared"
end`;
const pack = `  "pack": "npm run build:cli && tool pack",
  "prepublish": "npm run build:cli && tool prepublish",
  "tool": "tool"`;
/** Returns eleven constants. @param first the number of the first one. */
const numbered = (first: number) =>
	Array.from({ length: 11 }, (_, at) => `export const value${first + at} = ${first + at};`).join("\n");

const navigation = `<div id=nav>
  <a href="https://example.org"><h1>Modes</h1></a>

  <ul>
    <li><a href="home.html">Home</a>
    <li><a href="manual.html">Manual</a>
    <li><a href="code.html">Code</a>
  </ul>
  <ul>
    <li><a href="modes.html">Language modes</a>
    <li><a class=active href="#">Changes</a>
  </ul>
</div>`;
const loop = `  next() {
    // None of them may exist yet.
    if (this.pools.length === 0) {
      throw new MissingPoolError();
    }
    const dispatcher = this.pools.find((pool) => !pool.isBusy);
    if (!dispatcher) return undefined;
    let counter = 0;
    while (counter < this.pools.length) {
      const pool = this.pools[counter++];
      if (pool.weight > this.weight) {
        return pool;
      }
    }
    return this.pools[0];
  }`;
/** Returns lines that differ in one word. */
const errors = (...tags: readonly string[]) =>
	tags.map((tag) => `{ code: '<${tag} role="button" />', errors: [expected] },`).join("\n");
const groups = `array(
\tarray( 'quote' ),
\tarray(
\t\t'paragraph',
\t\tarray(
\t\t\t'placeholder' => 'Add a text',
\t\t),
\t),
),`;

/** Replies with a part of what they would replace, and complete ones with little of the old code. */
export const partialReplies: readonly ReplyCase[] = [
	ofAll(
		"lines deeper than all that they would replace",
		"javascript",
		closing,
		"  if (own) {\n    reset();\n  }",
		false,
	),
	{
		name: "a new declaration from the closing bracket of the one before to its last member",
		document: `declare namespace errors {\n«\n${failure}\n»\n}\n`,
		reply: fenced(`}\n\n${failure.replaceAll("Proxy", "Socket").replace(/\n}$/, "")}`),
		expected: null,
		indentation: "  ",
	},
	ofAll(
		"members with a bracket in common with the class that they would replace",
		"kotlin",
		animation,
		"@Legacy\nprivate companion object {\n  init {\n    check()\n  }\n}",
		false,
	),
	ofAll(
		"another declaration after the end of the one that it would replace",
		"csharp",
		"[AttributeUsage(AttributeTargets.Class)]\npublic class HiddenAttribute : Attribute\n{\n}",
		"{\n}\n\n[AttributeUsage(AttributeTargets.Class)]\npublic class ModelAttribute : Attribute\n",
		false,
	),
	ofAll(
		"the new imports alone",
		"python",
		imports,
		"import shlex\nimport xml.etree.ElementTree as ET\nfrom xml.sax.saxutils import escape",
		false,
	),
	ofAll(
		"new versions of the first and the last line alone",
		"python",
		collections,
		"from collections import namedtuple\nfrom builder.sets import OrderedSet",
		false,
	),
	ofAll(
		"the first line and the changed one below it",
		"html",
		navigation,
		navigation.split("\n").slice(0, 2).join("\n").replace("example.org", "example.org/5"),
		false,
	),
	{
		name: "changed lines between brackets that also surround the place",
		document: `class Pools {\n  size() {\n    return 1;\n  }\n\n«\n${loop}\n»\n}\n`,
		reply: fenced(
			"      }\n\n      if (pool.isClosed) {\n        continue;\n      }\n      if (pool.weight >= this.weight) {\n        return pool;\n      }\n    }",
		),
		expected: null,
		indentation: "  ",
	},
	ofAll(
		"some of the lines of a list that differ in one word",
		"javascript",
		errors("body", "br", "canvas", "caption", "details", "dd"),
		errors("code", "del", "details"),
		false,
	),
	ofAll(
		"a list that is deeper than the one that begins alike",
		"php",
		groups,
		"\tarray(\n\t\t'quote',\n\t\tarray(),\n\t\tarray(\n\t\t\tarray( 'paragraph' ),\n\t\t),\n\t),",
		false,
	),
	ofAll(
		"a statement of several lines as one line",
		"cpp",
		'throw std::invalid_argument(\n    wrapped<std::string>("the parameters should be an array"));',
		'throw std::invalid_argument("the parameters should be an array");',
		true,
	),
	ofAll(
		"a statement of other lines",
		"cpp",
		'throw std::invalid_argument(joined<std::string>(\n    "Expected ",\n    method.callbacks,\n    " callbacks"));',
		'throw std::invalid_argument(\n    "Expected " + std::to_string(method.callbacks) + " callbacks");',
		true,
	),
	ofAll(
		"new versions of all lines, and another line",
		"json",
		pack,
		`${pack.replaceAll("npm run build:cli && ", "")},\n  "test": "tool test"`.replace(
			'"tool": "tool"',
			'"tool": "tools/tool"',
		),
		true,
	),
	ofAll(
		"constants of which the first is gone, and another one comes last",
		"typescript",
		numbered(1),
		numbered(2),
		true,
	),
	ofAll(
		"two lines as one",
		"python",
		"code = executor.dispatch(args)\nif code is not None:",
		"if (code := executor.dispatch(args)) is not None:",
		true,
	),
	ofAll(
		"the same lines in another order",
		"python",
		"import sys\nimport re\nimport os",
		"import os\nimport re\nimport sys",
		true,
	),
	ofAll(
		"lines removed between new versions of the first and unchanged last ones",
		"ruby",
		paths,
		'header_paths = []\n\nif ENV["SHARED"]\n  header_paths << "shared"\nend',
		true,
	),
	ofAll(
		"a class by another name, with other members",
		"swift",
		"class Delegate: ChangeDelegate {\n  var last: Event?\n  func send(event: Event) {\n    last = event\n  }\n}",
		"class Manager: EventManager {\n  var context: Context? = nil\n\n  func update(by context: Context) {\n    self.context = context\n  }\n}",
		true,
	),
	ofAll(
		"documentation that is indented further, and begins with the same line",
		"python",
		'  Args:\n    name: the name.\n  """\n    copy_name = name',
		'    Args:\n      name: its name.\n    """\n    copy_name = name',
		true,
	),
	ofAll(
		"the head of a property alone, so that its body would be lost",
		"kotlin",
		"public val weight: Int\n  get() =\n      if (own == UNSET) {\n        NORMAL\n      } else {\n        own\n      }",
		"val weight: Int",
		false,
	),
	ofAll(
		"new entries of a list whose lines all have the same words",
		"javascript",
		["iframe", "img", "label", "legend"].map((tag) => `{ code: "<${tag} />", errors: [expected] },`).join("\n"),
		["html", "ins"].map((tag) => `{ code: "<${tag} />", errors: [expected] },`).join("\n"),
		false,
	),
	ofAll(
		"a comment of which only empty lines stay",
		"typescript",
		" *\n * ## Example\n * Counts the clicks\n * ```ts\n * import { fromEvent } from 'rx';\n *\n * const clicks = fromEvent();",
		" *\n *\n * import { fromEvent, count } from 'rx';",
		false,
	),
	ofAll(
		"an import of several lines as one line",
		"typescript",
		"import type {\n  Host,\n  Measure,\n  MeasureLayout,\n} from './types';",
		"import type { Host } from './host';",
		true,
	),
	ofAll(
		"a type in angle brackets as one line",
		"typescript",
		"type Config = Rest<\n  Partial,\n  { name: string },\n>;",
		"type Config = Omit<Partial, 'name'>;",
		true,
	),
	ofAll(
		"what a condition contained",
		"cpp",
		"if (flags::longTasks()) {\n  last = start;\n  longest =\n      milliseconds::zero();\n}",
		"last = start;\nlongest = milliseconds::zero();",
		true,
	),
	ofAll(
		"two new lines in place of two others",
		"kotlin",
		"var inner: Drawable? = null\nvar outer: Drawable? = null",
		"val shadows = mutableListOf<Inset>()\nval borders = mutableListOf<Outset>()",
		true,
	),
	ofAll(
		"lines with others at both ends, and some between them removed",
		"typescript",
		"import nullthrows from 'nullthrows';\nimport path from 'path';\n\nimport { init } from './project';\n\nconst root = nullthrows(env.ROOT);\nconst folder = path.resolve(root, '..');\nconst version = '1.0.0';",
		"import path from 'path';\n\nimport { init, root } from './project';\n\nconst folder = path.resolve(root, '..');\nconst version = '1.0.0';",
		true,
	),
	ofAll(
		"an address in a template, which is not a comment",
		"javascript",
		"get host() {\n  return header.split(',', 1)[0];\n}",
		"get host() {\n  return new URL(`http://localhost`).host;\n}",
		true,
	),
	ofAll(
		"an additional public method",
		"ruby",
		"public def name\n  return @name\nend",
		"public def name\n  return @name\nend\n\npublic def root\n  return @root\nend",
		true,
	),
	ofAll(
		"the rest of an object, which is not an elision",
		"typescript",
		"const { first } = all;\nsend(first);\nreturn all;",
		"const { first } = all;\nsend(first);\nreturn {\n  ...rest,\n  first,\n};",
		true,
	),
	ofAll(
		"a list of Markdown that is indented by one space more",
		"markdown",
		"- `one`: the first\n- Source: https://example.com",
		" - `one`: the first\n - Source: <https://example.com>",
		true,
	),
	ofAll(
		"a section of Markdown that begins with a diff",
		"markdown",
		'```diff\n--- a/eas.json\n+++ b/eas.json\n@@ -1,2 +1,3 @@\n   "one": 1,\n-  "two": 2\n+  "two": 2,\n+  "three": 3\n```',
		'```diff\n--- a/eas.json\n+++ b/eas.json\n@@ -1,2 +1,3 @@\n-  "one": 1\n+  "one": 1,\n+  "three": 3\n```',
		true,
	),
	ofAll(
		"the beginning of a list of modules",
		"rust",
		"mod account;\nmod block;\nmod cast;\nmod config;\nmod context;\nmod trace;",
		"#[global_allocator]\nstatic ALLOC: Alloc = Alloc;\n\nmod account;\nmod block;",
		false,
	),
	ofAll(
		"the last of several imports",
		"javascript",
		"import fromEntries from 'entries';\nimport includes from 'includes';\nimport { Tester } from 'lint';\nimport { events } from 'utils';\nimport { configs } from '../index';\nimport mapper from '../mapper';\nimport rule from '../rule';",
		"import { configs } from '../index';\nimport mapper from '../mapper';\nimport parsers from '../helpers';\nimport rule from '../rule';",
		false,
	),
	ofAll(
		"a comment whose only line is another one",
		"typescript",
		" *\n * ---\n *\n * ### With a scheduler\n *",
		" *\n * With `scheduler`\n *",
		true,
	),
	ofAll(
		"the dots of a type, with nothing missing",
		"javascript",
		"export type Asset = {\n  +uri: string,\n};\n\nimport type { Packed } from './packed';\n\nconst Ratio = require('./Ratio');",
		"export type Asset = {\n  +uri: string,\n};\n\ntype Packed = {\n  uri: string,\n  ...\n};\n\nconst Ratio = require('./Ratio').default;",
		true,
	),
];
