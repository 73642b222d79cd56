import type { Attachment } from "../../shared/conversation";

/** An attachment as read from its source, without an id. */
export type ReadAttachment = Omit<Attachment, "id">;
