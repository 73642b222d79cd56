import { hostileCases } from "./hostile/hostileCases";
import { testIsolated } from "./isolatedCase";

// Most cases are those of a server: a file of their own, so that another process can run the others (`isolated.test.ts`) meanwhile.
describe("untrusted text: hostile cases of a server, outside the process of the tests", () => {
	testIsolated(hostileCases.filter(({ kind }) => kind === "server"));
});
