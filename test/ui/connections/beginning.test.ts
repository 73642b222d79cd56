import { hostileCompletions, inertTextTests } from "../hostile/inertTextTests";
import { inOneWindow } from "../inOneWindow";
import { connectAsGivenTests } from "./connectAsGivenTests";
import { connectTests } from "./connectTests";
import { doctorTests } from "./doctorTests";

inOneWindow(
	{
		"connect: the wizard": connectTests,
		"connection check: its steps and its report": doctorTests,
		"connect: a gateway that is not at /v1": connectAsGivenTests,
		"untrusted text: in VS Code's UI": inertTextTests,
	},
	{ connected: false, machineSettings: hostileCompletions },
);
