import { requestTests } from "../connections/requestTests";
import { inOneWindow } from "../inOneWindow";
import { contextDropTests } from "./contextDropTests";
import { contextFitTests } from "./contextFitTests";
import { contextTests } from "./contextTests";

inOneWindow(
	{
		"requests: the sent ones, and learned capabilities": requestTests,
		"context: attached to a question": contextTests,
		"context: dropped, pasted, or chosen from a menu": contextDropTests,
		"context: a conversation that is larger than the model's context": contextFitTests,
	},
	{ settings: { "explorer.autoReveal": false } },
);
