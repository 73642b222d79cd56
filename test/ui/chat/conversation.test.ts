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
	"conversation: editing, retrying, continuing and deleting": branchTests,
	"composer: writing a question": composerTests,
	"conversation: reading": readingTests,
	"keys: those that the panel handles do nothing in an editor beside it": keyTests,
	"chat: in the panel": chatTests,
	// In every run, unit tests have two windows on one conversation.
	...(longRun ? { "conversation: two windows on one conversation": twoWindowTests } : {}),
	"agent: a task in the panel": agentTests,
});
