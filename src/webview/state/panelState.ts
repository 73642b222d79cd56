import type { AgentApproval } from "../../shared/agentApproval";
import type { AgentEvent } from "../../shared/agentEvent";
import { withAgentEvent } from "../../shared/agentSteps";
import type { AgentView } from "../../shared/agentView";
import type { ParametersView } from "../../shared/chatParameters";
import type {
	ChatView,
	CodeRefusal,
	ConnectionView,
	ContextView,
	LimitsView,
	OpenFileView,
	QueueView,
	Snapshot,
} from "../../shared/chatProtocol";
import type { Answer, AnswerState, Failure, Message, RetryWait, Usage } from "../../shared/conversation";
import { Listeners } from "../listeners";

/** A code block that was not applied. @see ChatHost.applyToFile */
interface RefusedBlock {
	readonly refusal: CodeRefusal;
	readonly code: string;
	readonly path: string;
}

/**
 * The state of the page: the host's last snapshot with all later changes applied, and the page's own notice. It renders
 * nothing, so that it can be tested without a browser and disposed of with the page.
 */
export class PanelState implements ChatView {
	/** Fires when anything that the elements render has changed, except streaming text; they render again. */
	readonly onDidChange = new Listeners<[]>();
	/** Fires when text arrives for an answer that is already rendered: only its own element writes it. */
	readonly onDidAppend = new Listeners<[answer: string, text: string, reasoning: string]>();
	/** Fires when an answer begins, waits or ends while the page is open, for announcements to screen readers. */
	readonly onDidTurn = new Listeners<[answer: Answer]>();
	/** Fires with a failure that the host reports, or the notice of a limit, for announcements to screen readers. */
	readonly onDidReport = new Listeners<[message: string]>();
	/** Fires when the agent needs an approval, for announcements to screen readers. */
	readonly onDidAsk = new Listeners<[approval: AgentApproval]>();
	/** Fires when the composer's text box should get the focus. */
	readonly onDidWantFocus = new Listeners<[]>();

	connection: ConnectionView = { gateway: null, model: null, models: [] };
	limits: LimitsView = { known: [], low: null };
	conversation = "";
	context: ContextView = { attachments: [], tokens: 0, limit: null, room: null, estimate: true, leftOut: [] };
	/** The file or selection of the last editor that is offered; null if there is none. */
	openFile: OpenFileView | null = null;
	/** The questions that wait, in the order in which they are sent. */
	queue: QueueView = { questions: [], pause: null };
	/** The last deleted question, which can be restored; null when there is none. */
	deletedQuestion: string | null = null;
	/** The title of the deleted conversation that can be restored; null when there is none. */
	deletedConversation: string | null = null;
	parameters: ParametersView = { own: {}, settings: {} };
	agent: AgentView = { on: false, refusal: null, tools: { count: 0, tokens: 0 }, changes: null };
	/** Whether the composer's text box should get the focus, once it exists. */
	wantsFocus = false;
	/** Why the last operation of the host failed; null when there is no notice. */
	notice: Failure | null = null;
	/** The code block that was not applied in the last attempt; null when there is no notice of one. */
	refusedCode: RefusedBlock | null = null;
	#messages: Message[] = [];
	/** The ids of the notices of limits that were announced. */
	readonly #announcedLimits = new Set<string>();
	readonly #thoughtFor = new Map<string, number>();
	/** When the last wait of an answer ended, after which it was asked for again. */
	readonly #askedAgainAt = new Map<string, number>();
	readonly #now: () => number;

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/** The visible branch, oldest first. */
	get messages(): readonly Message[] {
		return this.#messages;
	}

	/** The answer that is being streamed; there is at most one, and it is among the last messages. */
	get streaming(): Answer | undefined {
		return this.#messages.findLast((m): m is Answer => isStreaming(m));
	}

	/**
	 * Returns how long an answer's model reasoned before it wrote text, in milliseconds; known only if the page was open.
	 */
	thoughtFor(answer: string): number | undefined {
		return this.#thoughtFor.get(answer);
	}

	reset(snapshot: Snapshot): void {
		const isSame = snapshot.conversation === this.conversation;
		const before = this.#messages;
		if (!isSame) {
			this.notice = this.refusedCode = null;
			this.#thoughtFor.clear();
			this.#askedAgainAt.clear();
		}
		this.connection = snapshot.connection;
		this.limits = snapshot.limits;
		this.conversation = snapshot.conversation;
		this.context = snapshot.context;
		this.openFile = snapshot.openFile;
		this.queue = snapshot.queue;
		this.deletedQuestion = snapshot.deletedQuestion;
		this.deletedConversation = snapshot.deletedConversation;
		this.parameters = snapshot.parameters;
		this.agent = snapshot.agent;
		this.#messages = [...snapshot.messages];
		this.onDidChange.emit();
		if (isSame) this.#announceTurns(before);
		this.#announceLimit();
		if (snapshot.wantsFocus) this.focusComposer();
	}

	contextChanged(context: ContextView): void {
		this.context = context;
		this.onDidChange.emit();
	}

	openFileChanged(openFile: OpenFileView | null): void {
		this.openFile = openFile;
		this.onDidChange.emit();
	}

	queueChanged(queue: QueueView): void {
		this.queue = queue;
		this.onDidChange.emit();
	}

	connectionChanged(connection: ConnectionView): void {
		this.connection = connection;
		// The change may be what the notice asks for.
		if (this.notice?.actions.includes("setApiKey")) this.notice = null;
		this.onDidChange.emit();
	}

	limitsChanged(limits: LimitsView): void {
		this.limits = limits;
		this.onDidChange.emit();
		this.#announceLimit();
	}

	messageAdded(message: Message): void {
		const known = this.#messages.findIndex((m) => m.id === message.id);
		const streams = this.streaming?.id === message.id;
		if (known >= 0) this.#messages[known] = message;
		else this.#messages.push(message);
		if (known < 0) this.notice = this.refusedCode = null;
		if (message.role === "user") this.deletedQuestion = null;
		this.onDidChange.emit();
		// An answer whose text turned out to be reasoning continues streaming, so this is not its beginning.
		if (message.role === "assistant" && !streams) this.onDidTurn.emit(message);
	}

	textAppended(answer: string, text: string, reasoning: string): void {
		const before = this.#answer(answer);
		if (!before) return;
		const after = { ...before, text: before.text + text, reasoning: before.reasoning + reasoning };
		this.#replace(after);
		const spoke = before.text === "" && text !== "";
		const thought = before.reasoning === "" && reasoning !== "";
		if (spoke && after.reasoning !== "") {
			this.#thoughtFor.set(answer, this.#now() - (this.#askedAgainAt.get(answer) ?? before.at));
		}
		this.onDidAppend.emit(answer, text, reasoning);
		// The first of either changes the frame around the text: the title of the reasoning, or the waiting indicator.
		if (spoke || thought) this.onDidChange.emit();
	}

	agentStepped(answer: string, event: AgentEvent, at: number): void {
		const before = this.#answer(answer);
		if (!before) return;
		this.#replace(withAgentEvent(before, event, at));
		this.onDidChange.emit();
		// If a snapshot was taken after the question, the question has already been announced.
		if (event.type === "asking" && !isAsking(before, event.call)) this.onDidAsk.emit(event.approval);
	}

	agentChanged(agent: AgentView): void {
		this.agent = agent;
		this.onDidChange.emit();
	}

	answerWaits(answer: string, wait: RetryWait | null): void {
		const before = this.#answer(answer);
		if (before?.state.type !== "streaming") return;
		const after: Answer = { ...before, state: wait ? { type: "streaming", wait } : { type: "streaming" } };
		this.#replace(after);
		if (!wait) this.#askedAgainAt.set(answer, this.#now());
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
		// If a snapshot was taken after the end, the end has already been announced.
		if (before.state.type === "streaming") this.onDidTurn.emit(after);
	}

	conversationDeleted(title: string | null): void {
		this.deletedConversation = title;
		this.onDidChange.emit();
	}

	parametersChanged(parameters: ParametersView): void {
		this.parameters = parameters;
		this.onDidChange.emit();
	}

	failed(failure: Failure): void {
		this.setNotice(failure);
		this.onDidReport.emit(failure.message);
	}

	focusComposer(): void {
		this.wantsFocus = true;
		this.onDidWantFocus.emit();
	}

	/** Shows a failure, or hides it with null. */
	setNotice(notice: Failure | null): void {
		if (notice === this.notice) return;
		this.notice = notice;
		this.onDidChange.emit();
	}

	/** Shows why a code block was not applied, or hides it with null. */
	setRefusedCode(refused: RefusedBlock | null): void {
		if (refused === this.refusedCode) return;
		this.refusedCode = refused;
		this.onDidChange.emit();
	}

	/** Withdraws the offer to restore the deleted question. */
	forgetDeleted(): void {
		this.deletedQuestion = null;
		this.onDidChange.emit();
	}

	/** Announces what has happened to answers in a snapshot, which may overtake its own notifications. */
	#announceTurns(before: readonly Message[]): void {
		const known = new Map(before.map((message) => [message.id, message]));
		const [asked, last] = [before.at(-1), this.#messages.at(-1)];
		for (const message of this.#messages) {
			if (message.role !== "assistant") continue;
			const old = known.get(message.id);
			// An unknown answer that has ended can be an earlier version that is shown now.
			const isAnswered = !old && message === last && asked?.role === "user" && message.parent === asked.id;
			if (isAnswered || isStreaming(message) !== (old !== undefined && isStreaming(old))) this.onDidTurn.emit(message);
			for (const [at, { state, approval }] of (message.agent?.rows ?? []).entries()) {
				if (state === "asking" && approval && !isAsking(old, at)) this.onDidAsk.emit(approval);
			}
		}
	}

	/** Announces the notice of a limit once, although what is left of the limit changes with each answer. */
	#announceLimit(): void {
		const { low } = this.limits;
		if (!low || this.#announcedLimits.has(low.id)) return;
		this.#announcedLimits.add(low.id);
		this.onDidReport.emit(low.text);
	}

	#answer(id: string): Answer | undefined {
		return this.#messages.findLast((m): m is Answer => m.id === id && m.role === "assistant");
	}

	#replace(answer: Answer): void {
		this.#messages[this.#messages.findLastIndex((m) => m.id === answer.id)] = answer;
	}
}

function isStreaming(message: Message): boolean {
	return message.role === "assistant" && message.state.type === "streaming";
}

/** Returns whether the agent asks about a call. */
function isAsking(message: Message | undefined, call: number): boolean {
	return message?.role === "assistant" && message.agent?.rows[call]?.state === "asking";
}
