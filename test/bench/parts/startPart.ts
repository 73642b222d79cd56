import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { repositoryFolder } from "../../host/paths";
import { atMost, measured, type Part } from "../figure";
import { benchFolder } from "../productionBundle";
import { activationTime } from "../start/activationTime";
import { bundleSizes } from "../start/bundleSizes";
import { evaluationTime } from "../start/evaluationTime";
import { packageExtension } from "../start/vsix";

/** Maximum size of the package, in megabytes: 2,800,000 bytes, with the pictures of the walkthrough. Cline has 7.28. */
const largestPackage = 2.67;

/**
 * Measures Gatehouse's size, and its cost for VS Code before its first use (docs/performance.md#size-and-start).
 */
export const startPart: Part = async (tell, subject) => {
	tell("packaging");
	await mkdir(benchFolder, { recursive: true });
	const vsix = join(benchFolder, "gatehouse.vsix");
	await packageExtension(repositoryFolder, vsix);
	const figures = [
		await subject("sizes", async () => [
			measured("VSIX", (await stat(vsix)).size / 1024 ** 2, "MB", atMost(largestPackage)),
			...(await bundleSizes()),
		]),
		await subject("evaluating what is loaded at start", evaluationTime),
		await subject("activation", () => activationTime(vsix, tell)),
	];
	return figures.flat();
};
