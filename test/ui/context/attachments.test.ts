import { requestTests } from "../connections/requestTests";
import { inOneWindow } from "../inOneWindow";
import { contextDropTests } from "./contextDropTests";
import { contextFitTests } from "./contextFitTests";
import { contextTests } from "./contextTests";

inOneWindow(
	{
		"sent requests and learned capabilities": requestTests,
		"context that goes with a question": contextTests,
		"context that is dropped, pasted, or chosen from a menu": contextDropTests,
		"context: a conversation that is larger than the model's context": contextFitTests,
	},
	{ settings: { "explorer.autoReveal": false } },
);
