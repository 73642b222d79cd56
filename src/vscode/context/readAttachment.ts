import type { Attachment } from "../../shared/conversation";

/** An attachment as it is read, without the id that tells it from others. */
export type ReadAttachment = Omit<Attachment, "id">;
