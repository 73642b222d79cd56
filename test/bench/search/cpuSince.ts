/** Returns the CPU time of this process since then, in all its threads, in milliseconds. */
export function cpuSince(before: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
