import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { numberText } from "../../../../src/shared/text/numberText";
import { repositoryFolder } from "../../../host/paths";

describe("numbers: in texts", () => {
	it("are written as in the texts' language", () => {
		assert.equal(numberText(41_822), "41,822");
		assert.equal(numberText(41_822.5, "fr"), "41\u202f822,5");
		assert.equal(numberText(41_822, ""), "41,822");
		const french = JSON.parse(readFileSync(join(repositoryFolder, "l10n", "bundle.l10n.fr.json"), "utf8"));
		assert.equal(french.en, "fr");
	});

	it("are formatted in one place", () => {
		const source = join(repositoryFolder, "src");
		const others = readdirSync(source, { recursive: true, encoding: "utf8" })
			.filter((path) => path.endsWith(".ts") && path !== join("shared", "text", "numberText.ts"))
			.filter((path) =>
				/\.toLocaleString\(|\.toFixed\(|Intl\.NumberFormat\(/.test(readFileSync(join(source, path), "utf8")),
			);
		assert.deepEqual(others, []);
	});
});
