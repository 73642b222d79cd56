// A process that builds the index of a folder, and may be killed at any moment: FOLDER FILE GATEWAY KEY. Reports its progress.

import { CapabilityStore } from "../../src/core/gateway/capabilities/capabilityStore";
import type { BuildProgress } from "../../src/core/search/model/semanticIndex";
import { memoryState } from "../unit/core/memoryPorts";
import { folderIndex } from "./world/folderIndex";

const [folder = "", file = "", url = "", key = ""] = process.argv.slice(2);
const capabilities = new CapabilityStore(memoryState());
const index = await folderIndex({ folder, file, url, readKey: async () => key, capabilities });
const { signal } = new AbortController();
const tell = (progress: BuildProgress) => console.log(JSON.stringify(progress));
await index.prepare(signal, tell);
await index.build(signal, tell);
await index.close();
