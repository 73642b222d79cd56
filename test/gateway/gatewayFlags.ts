import { parseArgs } from "node:util";
import type { GatewayOptions } from "./demoGateway";
import type { RequiredHeader } from "./operation";
import { checkProviders, type Provider } from "./providers/provider";
import { type LimitDialect, limitDialects, parseUsageLimits } from "./usageLimit";

const usage =
	"--port N, --data DIR, --provider NAME=URL, --provider-key NAME=ENVVAR, --name NAME, --limit 30/minute,200/hour, --limit-dialect NAME, --require-header NAME=ENVVAR";

/** The options of a gateway that the program's flags set. */
export type GatewayFlags = Pick<
	GatewayOptions,
	"port" | "dataFolder" | "providers" | "name" | "limits" | "limitDialect" | "requiredHeader"
>;

/**
 * Reads the flags; `--provider` and `--provider-key` can be repeated.
 *
 * @param env the environment with the keys of `--provider-key`: on a command line, all users of the machine could read them.
 * @throws Error on invalid arguments, in one line that contains no key.
 */
export function parseGatewayFlags(args: readonly string[], env: Readonly<NodeJS.ProcessEnv>): GatewayFlags {
	const values = parse(args);
	const keys = new Map<string, string>();
	for (const flag of values["provider-key"]) {
		const [name, variable] = splitPair(flag) ?? [];
		if (!name || !variable || !/^[A-Za-z_]\w*$/.test(variable)) {
			throw new Error("--provider-key takes NAME=ENVVAR: the name of an environment variable, never the key itself.");
		}
		// The flag's value may be a key by mistake, so the message does not repeat it.
		const key = env[variable];
		if (!key) throw new Error(`The environment variable that --provider-key names for "${name}" is not set.`);
		if (keys.has(name)) throw new Error(`There are two --provider-key for "${name}".`);
		keys.set(name, key);
	}
	const providers = values.provider.map((flag): Provider => {
		const [name, url] = splitPair(flag) ?? [];
		if (!name || !url) throw new Error("--provider takes NAME=URL, such as local=http://127.0.0.1:8080/v1.");
		return { name, url, key: keys.get(name) };
	});
	checkProviders(providers);
	for (const name of keys.keys()) {
		if (providers.every((provider) => provider.name !== name)) {
			throw new Error(`--provider-key names "${name}", but there is no --provider of that name.`);
		}
	}
	if (values.data === "") throw new Error("--data takes the folder in which keys are kept.");
	return {
		port: parsePort(values.port),
		providers,
		...(values.data === undefined ? {} : { dataFolder: values.data }),
		...(values.name === undefined ? {} : { name: values.name }),
		...(values.limit === undefined ? {} : { limits: parseUsageLimits(values.limit) }),
		...(values["limit-dialect"] === undefined ? {} : { limitDialect: parseDialect(values["limit-dialect"]) }),
		...(values["require-header"] === undefined ? {} : { requiredHeader: parseHeader(values["require-header"], env) }),
	};
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			options: {
				port: { type: "string", default: "0" },
				data: { type: "string" },
				provider: { type: "string", multiple: true, default: [] },
				name: { type: "string" },
				limit: { type: "string" },
				"limit-dialect": { type: "string" },
				"require-header": { type: "string" },
				"provider-key": { type: "string", multiple: true, default: [] },
			},
		}).values;
	} catch (error) {
		const [said = ""] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
		throw new Error(`${said.replace(/\.$/, "")}. There are: ${usage}.`);
	}
}

function parseDialect(name: string): LimitDialect {
	const dialect = limitDialects.find((known) => known === name);
	if (!dialect) throw new Error(`--limit-dialect takes one of ${limitDialects.join(", ")}.`);
	return dialect;
}

/**
 * Returns the required header. Its value may be a secret, so, like a provider's key, it comes from an environment
 * variable.
 */
function parseHeader(flag: string, env: Readonly<NodeJS.ProcessEnv>): RequiredHeader {
	const [name, variable] = splitPair(flag) ?? [];
	const value = variable === undefined ? undefined : env[variable];
	if (!name || !/^[A-Za-z0-9-]+$/.test(name) || !value)
		throw new Error("--require-header takes NAME=ENVVAR: a header's name, and a variable that is set to its value.");
	return { name, value };
}

function splitPair(flag: string): readonly [string, string] | undefined {
	const at = flag.indexOf("=");
	return at < 0 ? undefined : [flag.slice(0, at), flag.slice(at + 1)];
}

function parsePort(port: string): number {
	if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new Error("--port takes a number from 0 to 65535.");
	return Number(port);
}
