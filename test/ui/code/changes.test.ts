import { inOneWindow } from "../inOneWindow";
import { actionTests } from "./actionTests";
import { editStyleTests } from "./editStyleTests";
import { editTests } from "./editTests";
import { promptTests } from "./promptTests";

inOneWindow(
	{
		"edits: from answers in the styles of models": editStyleTests,
		"actions: on code": actionTests,
		edits: editTests,
		"prompts: the user's own, instructions, and the terminal": promptTests,
	},
	{ settings: { "files.autoSave": "off" } },
);
