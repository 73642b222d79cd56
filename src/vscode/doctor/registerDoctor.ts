import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { NetworkProbe } from "../../core/base/ports";
import { completionChoice, isOff } from "../../core/completions/completionChoice";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import type { Diagnosis } from "../../core/doctor/doctor";
import type { DoctorDeps, DoctorFindings } from "../../core/doctor/doctorDeps";
import type { ReportFacts } from "../../core/doctor/doctorReport";
import { endsInV1 } from "../../core/gateway/baseUrl";
import type { CapabilityStore } from "../../core/gateway/capabilities/capabilityStore";
import type { GatewayServices } from "../../core/gateway/request/sender";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import type { Commands } from "../commands";
import { confirmAddress } from "../connections/confirmAddress";
import type { Settings } from "../settings";
import type { ReadOnlyDocuments } from "../workspace/readOnlyDocuments";
import type { DoctorList } from "./doctorList";
import type { DoctorTarget } from "./doctorTarget";

interface RegisterDoctorDeps {
	readonly commands: Commands;
	readonly gateways: {
		readonly connections: ConnectionStore;
		readonly keys: KeyStore;
		readonly models: ModelChoice;
		readonly gatewayServices: GatewayServices;
	};
	readonly settings: Settings;
	readonly probe: NetworkProbe;
	/** Gatehouse's version. */
	readonly version: string;
	/** Loaded when a report is shown. */
	documents(): Promise<ReadOnlyDocuments>;
	/** Opens Gatehouse's log beside the active editor. */
	showLogBeside(): Promise<void>;
}

/** Registers the commands that check a connection step by step and show a report, alone or beside the log. */
export function registerDoctor(deps: RegisterDoctorDeps): vscode.Disposable {
	const { commands, gateways, version, documents, showLogBeside } = deps;
	const { connections, gatewayServices } = gateways;

	let running: { readonly list: DoctorList; readonly checked: Promise<boolean> } | undefined;

	/** Brings the running check back into view; returns `undefined` if none is running. */
	function openRunning(): Promise<boolean> | undefined {
		if (!running || running.list.signal.aborted) return undefined;
		running.list.open();
		return running.checked;
	}

	/** Runs a check; where one is running, shows that one. @returns whether a report is shown. */
	async function check(asksUsage: boolean): Promise<boolean> {
		const before = openRunning();
		if (before) return before;
		const { askTarget, askUsageConsent } = await import("./doctorTarget");
		const target = await askTarget(connections.all(), connections.current, connections);
		// Even the check sends nothing to an address that the user has not confirmed.
		if (target?.type === "known" && !(await confirmAddress(target.connection, connections))) return false;
		const askUsage =
			target && asksUsage ? await askUsageConsent(completionModelFor(target, deps.settings) !== undefined) : false;
		if (!target || askUsage === undefined) return false;
		const name = target.type === "known" ? target.connection.name : target.host;
		// Loaded on first use.
		const [{ diagnose, doctorSteps }, { doctorReport, reportTitle }, { DoctorList }] = await Promise.all([
			import("../../core/doctor/doctor"),
			import("../../core/doctor/doctorReport"),
			import("./doctorList"),
		]);
		// Another check may have begun meanwhile.
		const meanwhile = openRunning();
		if (meanwhile) return meanwhile;
		const given = doctorDeps(deps, target, askUsage);
		const list = new DoctorList(name, doctorSteps, gatewayServices.clock);
		const run = async () => {
			let diagnosis: Diagnosis;
			try {
				diagnosis = await diagnose(given, list, list.signal);
			} finally {
				if (running?.list === list) running = undefined;
				list.dispose();
			}
			if (diagnosis.cancelled && !(await wantsReport())) return false;
			const report = doctorReport(diagnosis, reportFacts(name, version));
			await (await documents()).showRendered(inertName(reportTitle(name)), report);
			return true;
		};
		const checked = run();
		running = { list, checked };
		return checked;
	}

	async function cancelCheck(): Promise<void> {
		if (running?.list.isOpen) running.list.cancel();
		else await (await import("./doctorList")).leaveOtherInput();
	}

	const disposables = new Disposables();
	disposables.add(commands.register("diagnose", async () => void (await check(true))));
	disposables.add(commands.register("cancelCheck", cancelCheck));
	disposables.add(
		commands.register("reportProblem", async () => {
			if (await check(false)) await showLogBeside();
		}),
	);
	return disposables;
}

function doctorDeps(
	{ gateways, settings, probe }: RegisterDoctorDeps,
	target: DoctorTarget,
	askUsage: boolean,
): DoctorDeps {
	const { connections, keys, models, gatewayServices } = gateways;
	const { parameters } = settings;
	if (target.type === "new") {
		const { address, key } = target;
		return { parameters, askUsage, probe, gatewayServices, address, spelling: "either", readKey: async () => key };
	}
	const { connection } = target;
	const { origin, href } = connection.base;
	return {
		parameters,
		completionModel: completionModelFor(target, settings),
		askUsage,
		probe,
		gatewayServices,
		address: href,
		spelling: endsInV1(href) ? "withV1" : "asGiven",
		readKey: () => keys.get(origin),
		keyFacts: keys.facts(origin),
		// A gateway that was never used is checked with its first model.
		model: connections.current?.base.href === href ? models.current(connection) : models.chosen(connection, "chat"),
		namedModels: connection.models,
		findings: learnedBy(gatewayServices.capabilities),
		language: vscode.env.language,
	};
}

/** Returns the model that completes code with a gateway; `undefined` where completions are off. */
function completionModelFor(target: DoctorTarget, { completions }: Settings): string | undefined {
	if (target.type === "new") return undefined;
	const choice = completionChoice(completions, target.connection.name);
	return choice && !isOff(choice) ? choice.model : undefined;
}

/** Returns functions that store the check's findings about a model, so that they need not be determined again. */
function learnedBy(capabilities: CapabilityStore): DoctorFindings {
	return {
		usage: ({ href }, model, usage) => capabilities.record(href, model, { usage }),
		embeddings: ({ href }, model, { arrays, dimension }) =>
			capabilities.record(href, model, { embeddingArrays: arrays, dimension }),
	};
}

function reportFacts(gateway: string, version: string): ReportFacts {
	const programs = [`Gatehouse ${version}`, `VS Code ${vscode.version}`, `Node ${process.versions.node}`];
	return { gateway, programs, system: `${process.platform} ${process.arch}` };
}

async function wantsReport(): Promise<boolean> {
	const open = inertName(vscode.l10n.t("Open Report"));
	const text = vscode.l10n.t("The check of the connection was cancelled.");
	return (await notify("info", inertLine(text), open)) === open;
}
