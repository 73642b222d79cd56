import { commitMessageTests } from "../code/commitMessageTests";
import { inOneWindow } from "../inOneWindow";
import { contextSourceTests } from "./contextSourceTests";

inOneWindow(
	{
		"context: from Git, problems, symbols and the terminal": contextSourceTests,
		"commit message: generating one": commitMessageTests,
	},
	{ settings: { "git.enabled": true, "git.openRepositoryInParentFolders": "never" } },
);
