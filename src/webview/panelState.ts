import type { ParametersView } from "../shared/chatParameters";
import type { ChatView, ConnectionView, ContextView, Snapshot } from "../shared/chatProtocol";
import type { Answer, AnswerState, Failure, Message, RetryWait, Usage } from "../shared/conversation";
import { Listeners } from "./listeners";

/**
 * What the page knows: the host's last snapshot with every change since applied, and the page's own notice.
 * It draws nothing, so that it can be tested without a browser and thrown away with the page.
 */
export class PanelState implements ChatView {
	/** Something that the elements draw has changed; they draw again. Text that streams is not among it. */
	readonly onDidChange = new Listeners<[]>();
	/** Text came in for an answer that is already drawn: its own element writes it, nothing else is drawn again. */
	readonly onDidAppend = new Listeners<[answer: string, text: string, reasoning: string]>();
	/** An answer began, waits or ended while the page watched, for those who cannot see it. */
	readonly onDidTurn = new Listeners<[answer: Answer]>();
	/** The composer's box should get the keyboard. */
	readonly onDidWantFocus = new Listeners<[]>();

	connection: ConnectionView = { gateway: null, model: null, models: [] };
	conversation = "";
	context: ContextView = { attachments: [], tokens: 0, limit: null, fits: true, estimate: true, leftOut: [] };
	/** The question that was deleted last and can be brought back; null when there is none. */
	deletedQuestion: string | null = null;
	parameters: ParametersView = { own: {}, settings: {} };
	/** Why the last thing that was asked of the host did not happen; null when there is nothing to say. */
	notice: Failure | null = null;
	#messages: Message[] = [];
	readonly #thoughtFor = new Map<string, number>();
	readonly #now: () => number;

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/** The visible branch, oldest first. */
	get messages(): readonly Message[] {
		return this.#messages;
	}

	/** The answer that still streams; there is at most one, and it is among the last. */
	get streaming(): Answer | undefined {
		return this.#messages.findLast((m): m is Answer => m.role === "assistant" && m.state.type === "streaming");
	}

	/** How long an answer's model thought before it spoke, in milliseconds; known only if the page was there. */
	thoughtFor(answer: string): number | undefined {
		return this.#thoughtFor.get(answer);
	}

	reset(snapshot: Snapshot): void {
		if (snapshot.conversation !== this.conversation) this.notice = null;
		this.connection = snapshot.connection;
		this.conversation = snapshot.conversation;
		this.context = snapshot.context;
		this.deletedQuestion = snapshot.deletedQuestion;
		this.parameters = snapshot.parameters;
		this.#messages = [...snapshot.messages];
		this.onDidChange.emit();
	}

	contextChanged(context: ContextView): void {
		this.context = context;
		this.onDidChange.emit();
	}

	connectionChanged(connection: ConnectionView): void {
		this.connection = connection;
		this.onDidChange.emit();
	}

	messageAdded(message: Message): void {
		const known = this.#messages.findIndex((m) => m.id === message.id);
		const streams = this.streaming?.id === message.id;
		if (known >= 0) this.#messages[known] = message;
		else this.#messages.push(message);
		if (message.role === "user") this.notice = this.deletedQuestion = null;
		this.onDidChange.emit();
		// An answer whose text turned out to be reasoning streams on.
		if (message.role === "assistant" && !streams) this.onDidTurn.emit(message);
	}

	textAppended(answer: string, text: string, reasoning: string): void {
		const before = this.#answer(answer);
		if (!before) return;
		const after = { ...before, text: before.text + text, reasoning: before.reasoning + reasoning };
		this.#replace(after);
		const spoke = before.text === "" && text !== "";
		const thought = before.reasoning === "" && reasoning !== "";
		if (spoke && after.reasoning !== "") this.#thoughtFor.set(answer, this.#now() - before.at);
		this.onDidAppend.emit(answer, text, reasoning);
		// The first of either changes what stands around the text: the fold's title, or the sign that one waits.
		if (spoke || thought) this.onDidChange.emit();
	}

	answerWaits(answer: string, wait: RetryWait | null): void {
		const before = this.#answer(answer);
		if (before?.state.type !== "streaming") return;
		const after: Answer = { ...before, state: wait ? { type: "streaming", wait } : { type: "streaming" } };
		this.#replace(after);
		this.onDidChange.emit();
		if (wait) this.onDidTurn.emit(after);
	}

	answerEnded(answer: string, state: AnswerState, endedAt: number, usage: Usage | null, firstAt: number | null): void {
		const before = this.#answer(answer);
		if (!before) return;
		const after: Answer = {
			...before,
			state,
			endedAt,
			...(usage ? { usage } : {}),
			...(firstAt === null ? {} : { firstAt }),
		};
		this.#replace(after);
		this.onDidChange.emit();
		this.onDidTurn.emit(after);
	}

	parametersChanged(parameters: ParametersView): void {
		this.parameters = parameters;
		this.onDidChange.emit();
	}

	focusComposer(): void {
		this.onDidWantFocus.emit();
	}

	/** Says, or with null stops saying, that something did not happen. */
	setNotice(notice: Failure | null): void {
		if (notice === this.notice) return;
		this.notice = notice;
		this.onDidChange.emit();
	}

	/** Offers no longer to bring the deleted question back. */
	forgetDeleted(): void {
		this.deletedQuestion = null;
		this.onDidChange.emit();
	}

	#answer(id: string): Answer | undefined {
		return this.#messages.findLast((m): m is Answer => m.id === id && m.role === "assistant");
	}

	#replace(answer: Answer): void {
		this.#messages[this.#messages.findLastIndex((m) => m.id === answer.id)] = answer;
	}
}
