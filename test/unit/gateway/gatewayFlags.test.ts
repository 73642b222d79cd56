import assert from "node:assert/strict";
import { parseGatewayFlags } from "../../gateway/gatewayFlags";

describe("gateway: the program's flags", () => {
	const env = { UP_KEY: "secret-key", EMPTY: "", BAD_KEY: "secret key" };
	const url = "http://127.0.0.1:8080";

	it("are not required", () => {
		assert.deepEqual(parseGatewayFlags([], env), { port: 0, providers: [] });
	});

	it("name port, folder and any number of providers, each with the key of a variable or none", () => {
		const providers = ["--provider", `up=${url}/v1`, "--provider=two=http://localhost:1/a=b"];
		const args = ["--port", "8181", "--data", "keys", "--provider-key", "up=UP_KEY", ...providers];
		assert.deepEqual(parseGatewayFlags(args, env), {
			port: 8181,
			dataFolder: "keys",
			providers: [
				{ name: "up", url: `${url}/v1`, key: "secret-key" },
				{ name: "two", url: "http://localhost:1/a=b", key: undefined },
			],
		});
	});

	it("set a name, limits, their dialect and a required header", () => {
		const args = ["--name", "Example", "--limit", "30/minute,200/hour", "--limit-dialect", "openai"];
		assert.deepEqual(parseGatewayFlags([...args, "--require-header", "X-Team=UP_KEY"], env), {
			port: 0,
			providers: [],
			name: "Example",
			limits: [
				{ requests: 30, period: "minute" },
				{ requests: 200, period: "hour" },
			],
			limitDialect: "openai",
			requiredHeader: { name: "X-Team", value: "secret-key" },
		});
	});

	const up = ["--provider", `up=${url}`];
	const wrong: readonly (readonly [readonly string[], RegExp])[] = [
		[["--prot", "1"], /^Unknown option '--prot'\. There are: --port N, --data DIR, --provider NAME=URL, /],
		[["--port"], /argument missing\. There are: /],
		[["more"], /^Unexpected argument 'more'/],
		[["--port", "65536"], /^--port takes a number/],
		[["--limit", "30"], /^--limit takes limits such as/],
		[["--limit-dialect", "french"], /^--limit-dialect takes one of kong, /],
		[["--require-header", "X-Team=secret"], /^--require-header takes NAME=ENVVAR/],
		[["--data", ""], /^--data takes the folder/],
		[["--provider", url], /^--provider takes NAME=URL, such as/],
		[["--provider", `=${url}`], /^--provider takes NAME=URL/],
		[["--provider", "up="], /^--provider takes NAME=URL/],
		[["--provider", "up=127.0.0.1:8080"], /"up" needs an address that begins with http/],
		[["--provider", `a/b=${url}`], /letters, digits/],
		[[...up, ...up], /two providers "up"/],
		[[...up, "--provider-key", "up"], /NAME=ENVVAR: the name of an environment variable/],
		[[...up, "--provider-key", "up=sk-secret"], /never the key itself/],
		[[...up, "--provider-key", "up=secretkey"], /names for "up" is not set/],
		[[...up, "--provider-key", "up=EMPTY"], /names for "up" is not set/],
		[[...up, "--provider-key", "up=BAD_KEY"], /printable ASCII/],
		[[...up, "--provider-key", "up=UP_KEY", "--provider-key", "up=UP_KEY"], /two --provider-key for "up"/],
		[[...up, "--provider-key", "pu=UP_KEY"], /names "pu", but there is no --provider/],
	];
	for (const [args, says] of wrong) {
		it(`name the problem with ${args.join(" ")}`, () => {
			assert.throws(
				() => parseGatewayFlags(args, env),
				(error) => {
					assert.ok(error instanceof Error);
					assert.match(error.message, says);
					assert.match(error.message, /^[^\n]+$/);
					assert.doesNotMatch(error.message, /secret/);
					return true;
				},
			);
		});
	}
});
