import { type CommandAction, isCommandAction } from "../../../shared/conversation";
import { failureOf } from "../../gateway/errors/failure";

/**
 * Returns the actions that help when the index cannot be built or searched, best first. Switching the chat's model does
 * not help.
 */
export function searchRemedies(error: unknown): readonly CommandAction[] {
	return failureOf(error)
		.actions.filter(isCommandAction)
		.filter((action) => action !== "selectModel");
}
