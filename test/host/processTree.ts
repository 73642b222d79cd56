import { readdirSync, readFileSync } from "node:fs";

/** Returns the text of a file of /proc; "" if its process has ended. */
function read(pid: number, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, "utf8");
	} catch {
		return "";
	}
}

/** Returns every process below this one, nearest first. Linux only. */
export function descendants(pid: number): number[] {
	const children = new Map<number, number[]>();
	for (const name of readdirSync("/proc")) {
		const child = Number(name);
		if (!Number.isInteger(child)) continue;
		// proc(5): "pid (command) state ppid …"; the command may itself contain spaces and parentheses.
		const status = read(child, "stat");
		const parent = Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
		children.set(parent, [...(children.get(parent) ?? []), child]);
	}
	const found = [...(children.get(pid) ?? [])];
	for (const next of found) found.push(...(children.get(next) ?? []));
	return found;
}

/** Returns the extension host below a VS Code server; undefined while none runs. Linux only. */
export function extensionHostPid(serverPid: number): number | undefined {
	return descendants(serverPid).find((pid) => read(pid, "cmdline").includes("--type=extensionHost"));
}
