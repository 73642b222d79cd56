import { ofAll } from "./partialReplies";
import type { ReplyCase } from "./replyCases";

/** Creates a case about a whole YAML file. */
const ofFile = (
	name: string,
	[before, code]: readonly [before: string, code: string],
	isWhole: boolean,
	languageId = "yaml",
): ReplyCase => ofAll(`YAML: ${name}`, languageId, before, code, isWhole);

/** Returns a file twice: as it is, and with each of these texts replaced. */
function changed(
	file: string,
	...changes: readonly (readonly [from: string, to: string])[]
): readonly [string, string] {
	const code = changes.reduce((text, [from, to]) => {
		if (text.split(from).length !== 2) throw new Error(`not once in the file: ${from}`);
		return text.replace(from, () => to);
	}, file);
	return [file, code];
}

const workflow = `name: Test
on:
  push:
    branches: [main]
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm run lint
  test:
    timeout-minutes: 10
    runs-on: ubuntu-latest
    env:
      CI: true
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v3
        with:
          node-version: 20
          cache: npm
      - run: |
          test: all
          npm test`;
const jobs = {
	lint: workflow.slice(workflow.indexOf("  lint:"), workflow.indexOf("  test:")),
	test: workflow.slice(workflow.indexOf("\n  test:")),
	env: "    env:\n      CI: true\n",
	text: "          test: all\n",
	branches: ["[main]", "[main, next]"],
	node: ["node-version: 20", "node-version: 22"],
} as const;

const steps = (run: string, rest = "") => `    steps:
      - uses: actions/checkout@v4
      - run: ${run}
${rest}`;
const env = "        env:\n          CI: true\n        if: always()\n        working-directory: packages/app";
const block = "          npm ci\n          npm test\n";

const compose = `version: "3.8"
services:
  web:
    image: app:1
    restart: always
    init: true
    logging:
      driver: local
    ports: ["80:80"]
  worker:
    image: app:1
    restart: always
    init: true
    logging:
      driver: local
    command: work
  db:
    image: postgres:15
    volumes:
      - pgdata:/var/lib/postgresql/data
volumes:
  pgdata:`;
const db = compose.slice(compose.indexOf("  db:"), compose.indexOf("volumes:\n  pgdata"));
const web = compose.slice(compose.indexOf("  web:"), compose.indexOf("  worker:"));
const named = "    restart: always\n    init: true\n    logging:\n      driver: local\n    command: work";
const ends = "\nvolumes:\n  pgdata:";

const schema = `components:
  schemas:
    Pet:
      type: object
      description: A pet.
      required: [id]
      properties:
        id: { type: integer }
        owner:
          type: object
          description: A person.
          required: [name]
          properties:
            name: { type: string }`;

/** Replies to requests about YAML that lack keys of what they replace. */
export const lostKeyReplies: readonly ReplyCase[] = [
	// Text below the first key of an item of a list.
	ofFile("a command becomes text below its key", [steps("npm test", env), steps("|", block + env)], true),
	ofFile("text below a key becomes a command", [steps("|", block + env), steps("npm test", env)], true),
	ofFile(
		"text below a key is folded and has a comment",
		[steps("npm test", env), steps(">- # in two steps", block + env)],
		true,
	),
	ofFile(
		"text below a key, before and after, without the keys at the end",
		[steps("|", block + env), steps("|", block).trimEnd().replace("npm ci", "npm install").replace("@v4", "@v5")],
		false,
	),
	ofFile(
		"text below the dash of an item, without one of its lines",
		changed(
			"image: node:20\ntest:\n  script:\n    - |\n      echo stage: one\n      echo stop: two\n      echo rest: of\n    - npm test\n  only: [main]",
			["image: node:20", "image: node:22"],
			["      echo stop: two\n      echo rest: of\n", ""],
		),
		true,
	),
	ofFile(
		"text below the dash of an item, then a key of another item",
		changed(
			"steps:\n  - |\n    one: 1\n  - name: a\n    run: b\n    env:\n      A: 1\n      B: 2",
			["  - |\n    one: 1\n", "  - |\n    two: 2\n"],
			["\n    env:\n      A: 1\n      B: 2", ""],
		),
		false,
	),
	ofFile(
		"text below a key that has a comment, without one of its lines",
		changed(workflow.replace("- run: |", "- run: | # all tests"), jobs.branches, [jobs.text, ""]),
		true,
	),
	ofFile(
		"text that looks like keys, without one of its lines",
		changed(workflow, jobs.branches, [jobs.text, ""]),
		true,
	),

	// Keys removed on purpose, and several keys, which nothing tells from those left out by mistake.
	ofFile("a key removed, another one changed", changed(compose, ['version: "3.8"\n', ""], [":15", ":16"]), true),
	ofFile(
		"the last key of its holder removed, another one changed",
		changed(workflow, ["setup-node@v3", "setup-node@v4"], ["\n          cache: npm", ""]),
		true,
	),
	ofFile(
		"the last key of the selection removed, another one changed",
		changed(
			"- uses: actions/setup-node@v3\n  with:\n    node-version: 20\n    cache: npm",
			["@v3", "@v4"],
			["\n    cache: npm", ""],
		),
		true,
	),
	ofFile(
		"keys replaced by an anchor",
		changed(compose, ["  web:", "  web: &base"], [`image: app:1\n${named}`, "<<: *base\n    command: work"]),
		true,
	),
	ofFile(
		"most keys replaced by a reference",
		changed(
			schema,
			["A pet.", "A pet, or a toy."],
			[schema.slice(schema.indexOf("          type: object")), '          $ref: "#/components/schemas/Person"'],
		),
		true,
	),
	ofFile(
		"keys moved to a holder of their own",
		changed(
			compose.slice(compose.indexOf("services:")),
			["services:\n", "x-base: &base\n  restart: always\n  init: true\n  logging:\n    driver: local\nservices:\n"],
			[web, "  web:\n    image: app:1\n    ports: [80]\n"],
			[named, "    command: work"],
		),
		true,
	),
	ofFile("one of several keys removed", changed(workflow, ["    timeout-minutes: 10\n", ""]), true),
	ofFile("a key in the middle removed, another one changed", changed(workflow, jobs.branches, [jobs.env, ""]), true),
	ofFile(
		"a key renamed and its neighbour changed",
		changed(workflow, ["timeout-minutes:", "timeout:"], jobs.branches),
		true,
	),
	ofFile(
		"the last keys removed with the line that needs them",
		changed(
			compose,
			[ends, ""],
			["pgdata:/", "./data:/"],
			[
				"app:1\n    restart: always\n    init: true\n    logging:\n      driver: local\n    ports",
				"app:2\n    restart: always\n    init: true\n    logging:\n      driver: local\n    ports",
			],
		),
		true,
	),
	ofFile(
		"most keys removed, another one changed",
		changed(
			"image: app:1\nlivenessProbe:\n  httpGet:\n    path: /\n    port: 80\nreadinessProbe:\n  httpGet:\n    path: /\n    port: 80\nports: []",
			["app:1", "app:2"],
			[
				"livenessProbe:\n  httpGet:\n    path: /\n    port: 80\nreadinessProbe:\n  httpGet:\n    path: /\n    port: 80\n",
				"",
			],
		),
		false,
	),

	ofFile(
		"keys removed from two services, and a third one changed",
		changed(
			compose,
			[web, "  web:\n    image: app:1\n"],
			[
				"app:1\n    restart: always\n    init: true\n    logging:\n      driver: local\n    command",
				"app:1\n    command",
			],
			[":15", ":16"],
		),
		false,
	),

	ofFile(
		"the last job removed, and the steps of another one",
		changed(
			workflow,
			[jobs.test, ""],
			["\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm run lint", "\n    steps:"],
		),
		false,
	),
	ofFile(
		"a key in the middle removed, and the steps at the end",
		changed(
			workflow,
			["    timeout-minutes: 10\n", ""],
			["\n      - uses: actions/setup-node@v3", "\n"],
			[workflow.slice(workflow.indexOf("\n        with:")), ""],
		),
		false,
	),
	ofFile(
		"most of a holder replaced by one value, another key changed",
		changed(
			schema,
			["A pet.", "A pet, or a toy."],
			[schema.slice(schema.indexOf("          type: object")), "          type: string"],
		),
		true,
	),
	ofFile(
		"a job in the middle removed, another key changed",
		changed(
			"image: node:20\none:\n  script: [npm test]\ntwo:\n  script: [npx publish]\n  retry: 2\n  only: [main]\nlast:\n  script: [npm audit]",
			["node:20", "node:22"],
			["two:\n  script: [npx publish]\n  retry: 2\n  only: [main]\n", ""],
		),
		false,
	),

	ofFile(
		"a resource of another kind",
		changed(
			"kind: Deployment\nmetadata:\n  name: a\nspec:\n  replicas: 2\n  strategy:\n    type: Recreate\n  selector:\n    matchLabels:\n      app: a\n  template:\n    spec:\n      image: a:1",
			["Deployment", "Job"],
			["  replicas: 2\n  strategy:\n    type: Recreate\n  selector:\n    matchLabels:\n      app: a\n", ""],
		),
		true,
	),

	// Answers with only a part of the file.
	ofFile("a job, without one between others", changed(workflow, jobs.branches, [jobs.lint, ""]), false),
	ofFile(
		"a service, without a part of another one",
		changed(compose, ["80:80", "8080:80"], [named, "    command: work"]),
		false,
	),
	ofFile("a service, without the volumes at the end", changed(compose, ["80:80", "8080:80"], [ends, ""]), false),
	ofFile("a job, without those at the end", changed(workflow, jobs.branches, [jobs.test, ""]), false),
	ofFile(
		"only the changed keys and their holders",
		[
			workflow,
			`jobs:\n  test:\n    steps:\n${workflow.slice(workflow.indexOf("      - uses: actions/setup-node"), workflow.indexOf("      - run: |\n"))}`
				.replace("20", "22")
				.trimEnd(),
		],
		false,
	),
	...["dockercompose", "ansible", "azure-pipelines", "github-actions-workflow"].map((languageId) =>
		ofFile(
			`services, without those at the end, as ${languageId}`,
			changed(compose, ["80:80", "8080:80"], [`\n${db.trimEnd()}${ends}`, ""]),
			false,
			languageId,
		),
	),
	ofFile(
		"comments with an apostrophe and a bracket",
		changed(compose, ["services:", "# It's what runs (all of it\nservices:"]),
		true,
		"dockercompose",
	),
];
