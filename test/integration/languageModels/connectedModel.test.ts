import assert from "node:assert/strict";
import { ExtraHeaders } from "../../../src/core/connections/extraHeaders";
import { DescribedLimits } from "../../../src/core/gateway/limits/describedLimits";
import { connectGateway } from "../../../src/vscode/connections/connectGateway";
import { startGateway } from "../../gateway/demoGateway";
import { connectionsOver } from "../../unit/core/connections/connectionHarness";
import { canaryKey } from "../../unit/core/gateway/gatewayHarness";
import { connectTo } from "../connectTo";

describe("language models: the one that is chosen while connecting", () => {
	it("counts as chosen, even if it is the suggested one", async () => {
		const server = await startGateway({ keys: [canaryKey] });
		try {
			const t = connectionsOver();
			const deps = {
				...t,
				openGateway: t.open,
				headers: new ExtraHeaders(t.entries, t.keys),
				describedLimits: new DescribedLimits(t.state),
				probe: async () => ({ status: 401 }),
				probeFile: async () => ({ status: 404, body: "" }),
				administrators: async () => [],
				onError: assert.fail,
			};
			await connectTo(server.url, canaryKey, () => connectGateway(deps, {}, () => {}));
			const chosen = t.models.chosen(t.connections.required(), "chat");
			assert.ok(chosen);
			assert.deepEqual(t.state.get(`gatehouse.usedModels:${server.url}/v1`), [chosen]);
		} finally {
			await server.close();
		}
	});
});
