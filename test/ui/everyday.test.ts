import { builtInModels } from "../gateway/modelCatalog";
import { commandTests } from "./commandTests";
import { renamed } from "./defaults/defaultWindow";
import { everydayTests } from "./everydayTests";
import { inOneWindow } from "./inOneWindow";

inOneWindow(
	{
		"panel: everyday use": everydayTests,
		commands: commandTests,
	},
	{ models: [...builtInModels, renamed("demo-chat", "zeta-chat")] },
);
