import type { Action } from "../action";
import { ask } from "./ask";
import { document } from "./document";
import { explain } from "./explain";
import { fix } from "./fix";
import { refactor } from "./refactor";
import { writeTests } from "./writeTests";

/** Every action on code, in the order of the menu; commands and the composer's `/` are made from this list. */
export const editorActions: readonly Action[] = [explain, fix, document, writeTests, refactor, ask];
