import assert from "node:assert/strict";
import { parameterFields, readParameters } from "../../../../../src/webview/composer/parameters/parameterFields";

const read = (parts: Partial<ReturnType<typeof parameterFields>>) =>
	readParameters({ ...parameterFields({}), ...parts });

describe("parameters: the form", () => {
	it("reads what it wrote", () => {
		const parameters = { temperature: 0.3, maxTokens: 4096, systemPrompt: "Be brief.\n" };
		assert.deepEqual(readParameters(parameterFields(parameters)), { parameters, problems: {} });
	});

	it("leaves empty fields unset", () => {
		assert.deepEqual(read({ temperature: " ", systemPrompt: "\n" }), { parameters: {}, problems: {} });
	});

	it("accepts a decimal comma, and spaces between digits", () => {
		assert.deepEqual(read({ temperature: "0,5", maxTokens: "4 096" }).parameters, {
			temperature: 0.5,
			maxTokens: 4096,
		});
	});

	it("says why it rejects other values, and keeps the valid ones", () => {
		for (const temperature of ["warm", "1.5", "-0.1", "1e-1", "0x1", "."]) {
			const { parameters, problems } = read({ temperature, maxTokens: "7" });
			assert.deepEqual(parameters, { maxTokens: 7 }, temperature);
			assert.match(problems.temperature ?? "", /from 0 to 1/);
		}
		for (const maxTokens of ["0", "1.5", "-1", "many", "1,000", "9".repeat(30)]) {
			assert.match(read({ maxTokens }).problems.maxTokens ?? "", /whole number/, maxTokens);
		}
		assert.match(read({ systemPrompt: "x".repeat(100_001) }).problems.systemPrompt ?? "", /too long/);
	});
});
