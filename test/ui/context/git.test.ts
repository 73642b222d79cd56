import { commitMessageTests } from "../code/commitMessageTests";
import { inOneWindow } from "../inOneWindow";
import { contextSourceTests } from "./contextSourceTests";

inOneWindow(
	{
		"context from Git, problems, symbols and the terminal": contextSourceTests,
		"writing a commit message": commitMessageTests,
	},
	{ settings: { "git.enabled": true, "git.openRepositoryInParentFolders": "never" } },
);
