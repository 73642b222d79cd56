import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes a number of files into a workspace, to keep an index busy for a while; each has a different text. */
export async function writeParcels(workspace: string, count: number): Promise<void> {
	await mkdir(join(workspace, "made"));
	for (let i = 0; i < count; i++) {
		const text = `/** Folds parcel ${i} into a box. */\nexport function fold${i}(parcel) {\n\treturn { parcel, box: ${i} };\n}\n`;
		await writeFile(join(workspace, "made", `parcel${i}.js`), text);
	}
}
