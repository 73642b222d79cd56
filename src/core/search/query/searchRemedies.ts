import { type CommandAction, isCommandAction } from "../../../shared/conversation";
import { failureOf } from "../../wire/failure";

/** What helps where the index is not built or not searched, the best first. To switch the model, which is the chat's, does not. */
export function searchRemedies(error: unknown): readonly CommandAction[] {
	return failureOf(error)
		.actions.filter(isCommandAction)
		.filter((action) => action !== "selectModel");
}
