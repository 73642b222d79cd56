import { hostileCompletions, inertTextTests } from "../hostile/inertTextTests";
import { inOneWindow } from "../inOneWindow";
import { connectAsGivenTests } from "./connectAsGivenTests";
import { connectTests } from "./connectTests";
import { doctorTests } from "./doctorTests";

inOneWindow(
	{
		"connecting to a gateway": connectTests,
		"checking the connection": doctorTests,
		"connecting to a gateway that is not at /v1": connectAsGivenTests,
		"untrusted text in VS Code's UI": inertTextTests,
	},
	{ connected: false, machineSettings: hostileCompletions },
);
