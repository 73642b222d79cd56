import { agentTests } from "../agent/agentTests";
import { inOneWindow } from "../inOneWindow";
import { longRun } from "../longRun";
import { branchTests } from "./branchTests";
import { chatTests } from "./chatTests";
import { composerTests } from "./composerTests";
import { historyTests } from "./historyTests";
import { keyTests } from "./keyTests";
import { readingTests } from "./readingTests";
import { twoWindowTests } from "./twoWindowTests";

inOneWindow({
	history: historyTests,
	"editing, retrying, going on and deleting": branchTests,
	"writing in the composer": composerTests,
	"reading a conversation": readingTests,
	"keys: what the panel handles does nothing in an editor beside it": keyTests,
	"chatting in the panel": chatTests,
	// In every run, unit tests have two windows on one conversation.
	...(longRun ? { "conversation: two windows on one conversation": twoWindowTests } : {}),
	"agent: a task in the panel": agentTests,
});
