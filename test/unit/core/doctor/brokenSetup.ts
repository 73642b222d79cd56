import type { DoctorDeps } from "../../../../src/core/doctor/doctorDeps";
import type { StepId } from "../../../../src/core/doctor/doctorStep";
import type { DemoGateway } from "../../../gateway/demoGateway";

/** A broken setup, which is a row of the table in docs/guide.md, "Find out what is wrong". */
export interface BrokenSetup {
	readonly name: string;
	/** Breaks the setup; returns how it differs from a connection to the demo gateway, and how to clean up. */
	breakIt(server: DemoGateway): Promise<Broken> | Broken;
	/** The step that names the cause, and its message. */
	readonly step: StepId;
	readonly type: "failed" | "warning";
	readonly cause: RegExp;
	readonly fix: RegExp;
	/** The steps that are skipped for that reason. */
	readonly blocked: readonly StepId[];
}

export interface Broken extends Partial<DoctorDeps> {
	tidy?(): Promise<void>;
}

/** Options of a script that applies to every request. */
export const always = { times: Number.POSITIVE_INFINITY };

/** The steps that are skipped after one that failed. */
export const afterModels: readonly StepId[] = ["chat", "streaming", "tools", "completions", "embedding"];
export const afterKey: readonly StepId[] = ["models", ...afterModels];
export const afterBaseUrl: readonly StepId[] = ["key", ...afterKey];
export const afterTls: readonly StepId[] = ["baseUrl", ...afterBaseUrl];
export const afterConnect: readonly StepId[] = ["tls", ...afterTls];
