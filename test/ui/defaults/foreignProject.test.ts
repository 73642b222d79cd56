import { completionTests } from "../code/completionTests";
import { inOneWindow } from "../inOneWindow";
import { defaultChatTests } from "./chatTests";
import { defaultCodeTests } from "./codeTests";
import { defaultWindow } from "./defaultWindow";
import { defaultEditActionTests } from "./editActionTests";
import { defaultEditPlaceTests } from "./editPlaceTests";
import { defaultEditTests } from "./editTests";
import { previewLinkTests } from "./previewLinkTests";

inOneWindow(
	{
		"default settings, a foreign project: chatting": defaultChatTests,
		"default settings, a foreign project: working on code": defaultCodeTests,
		"default settings, a foreign project: edits": defaultEditTests,
		"default settings, a foreign project: each action on code": defaultEditActionTests,
		"default settings, a foreign project: edits in other places": defaultEditPlaceTests,
		"default settings: a link to a command in the preview of a change": previewLinkTests,
		"completions: ghost text": completionTests,
	},
	defaultWindow,
);
