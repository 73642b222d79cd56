// The demo gateway as a program:
//   npm run gateway [-- --port N] [--data DIR] [--provider NAME=URL]… [--provider-key NAME=ENVVAR]…
//     [--name NAME] [--limit 30/minute,200/hour] [--limit-dialect NAME] [--require-header NAME=ENVVAR]
import { startGateway } from "./demoGateway";
import { type GatewayFlags, parseGatewayFlags } from "./gatewayFlags";
import { newKey } from "./keyRing";

const keyVariable = "GATEHOUSE_DEMO_KEY";

/** Exits with an error message of one line: code 2 for wrong arguments, 1 for other failures. */
function fail(error: unknown, code: 1 | 2): never {
	warn(error instanceof Error ? error.message : String(error));
	process.exit(code);
}

function warn(line: string): void {
	console.error(`gateway: ${line}`);
}

let flags: GatewayFlags = {};
try {
	flags = parseGatewayFlags(process.argv.slice(2), process.env);
} catch (error) {
	fail(error, 2);
}
const given = process.env[keyVariable];
const key = given ?? newKey();
const options = { name: "Gatehouse Demo Gateway", ...flags, keys: [key], keepRequests: false, warn };
const gateway = await startGateway(options).catch((error) => fail(error, 1));

// The user who set the environment variable already has the key; it is not printed.
const whereKey = given === undefined ? key : `the one in ${keyVariable}`;
console.log(`Demo gateway: ${gateway.url}/v1 · key: ${whereKey} · Ctrl+C ends it`);
console.log(
	`My keys: ${gateway.url}/keys · kept ${flags.dataFolder === undefined ? "in memory" : "in the --data folder"}`,
);
for (const { name, url } of flags.providers ?? []) console.log(`Provider: ${name}/… from ${url}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.once(signal, () => {
		gateway.close().then(
			() => process.exit(0),
			(error) => fail(error, 1),
		);
	});
}
