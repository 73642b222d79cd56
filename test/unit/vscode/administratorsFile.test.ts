import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { administratorsFile, readAdministratorsFile } from "../../../src/vscode/adapters/administratorsFile";

describe("connect: the administrators' file", () => {
	let folder = "";
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-administrators-"));
	});
	after(() => rm(folder, { recursive: true, force: true }));

	it("is in the folder for the data of all users", () => {
		assert.equal(administratorsFile("linux", undefined), "/etc/gatehouse/gateways.json");
		assert.equal(administratorsFile("darwin", undefined), "/Library/Application Support/Gatehouse/gateways.json");
		assert.equal(administratorsFile("win32", "D:\\Data"), "D:\\Data\\Gatehouse\\gateways.json");
		assert.equal(administratorsFile("win32", undefined), "C:\\ProgramData\\Gatehouse\\gateways.json");
	});

	it("has gateways, and need not exist", async () => {
		const path = join(folder, "gateways.json");
		const gateways = [{ name: "Example", address: "https://llm.example.org/v1" }];
		assert.deepEqual(await readAdministratorsFile(path), []);
		await writeFile(path, JSON.stringify({ gateways }));
		assert.deepEqual(await readAdministratorsFile(path), gateways);
	});

	it("is refused as a whole where it is too large, not a file, or has a key", async () => {
		const large = join(folder, "large.json");
		await writeFile(large, " ".repeat(10_000_000));
		await assert.rejects(readAdministratorsFile(large), /^UserError: Your administrator's list .* larger than 64 KB/);
		const within = join(folder, "folder.json");
		await mkdir(within);
		await assert.rejects(readAdministratorsFile(within), /^UserError: Your administrator's list .* cannot be read/);
		const withKey = join(folder, "key.json");
		const gateways = [{ address: "https://a.example.org/v1" }, { address: "https://b.example.org/v1", key: "x" }];
		await writeFile(withKey, JSON.stringify({ gateways }));
		await assert.rejects(readAdministratorsFile(withKey), /seems to contain a key/);
	});
});
