import { parameterSettings, parameterTests } from "../chat/parameterTests";
import { hostileWindowTests } from "../hostile/hostileWindowTests";
import { inOneWindow } from "../inOneWindow";
import { everyoneTests } from "./everyoneTests";
import { looksTests } from "./looksTests";

inOneWindow(
	{
		"untrusted text: hostile Markdown and HTML in the real webview": hostileWindowTests,
		"panel: appearance and accessibility": looksTests,
		"parameters: for one conversation": parameterTests,
		"accessibility: keyboard and screen reader": everyoneTests,
	},
	// Motion is as in a new VS Code: one test compares it with and without reduced motion.
	{ settings: { ...parameterSettings, "workbench.reduceMotion": "auto" } },
);
