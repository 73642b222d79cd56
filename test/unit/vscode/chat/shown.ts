/** A window's report of something that it has shown. */
export type Shown =
	| { readonly type: "question"; readonly conversation: string; readonly message: string; readonly text: string }
	| { readonly type: "answer" | "ended" | "deleted"; readonly conversation: string; readonly message: string }
	| {
			readonly type: "text";
			readonly conversation: string;
			readonly message: string;
			readonly text: string;
			readonly reasoning: string;
	  }
	| { readonly type: "titled"; readonly conversation: string; readonly title: string };

/** A report with its time, in milliseconds since the epoch. */
export type ShownAt = Shown & { readonly at: number };
