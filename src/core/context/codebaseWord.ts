/** Matches the first line of a Markdown code fence. An unclosed fence extends to the end; code is sent unchanged. */
const fence = /^[^\S\n]*(`{3,}|~{3,}(?!~))[^`]*$/;
/** Matches `#codebase` as a word of its own, with optional brackets, quotes or punctuation around it. */
const word =
	/(?<=(?:^|\s)[([{"'“‘«]{0,2})(?:[([{"'“‘«]#codebase[)\]}"'”’»]|#codebase)(?=[.,;:?!…)\]}"'”’»]*(?:\s|$))/gi;

/** Returns a question without the word `#codebase`; `undefined` where the word is missing, or only in code. */
export function withoutCodebaseWord(question: string): string | undefined {
	const text = proseAndCode(question)
		.map(({ text, isCode }) => (isCode ? text : withoutWord(text)))
		.join("");
	return text === question ? undefined : text.trimEnd();
}

/** Splits a text into parts of whole lines, prose and code. */
function proseAndCode(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
	const parts: { lines: string[]; isCode: boolean }[] = [];
	let marks: string | undefined;
	for (const line of text.split(/(?<=\n)/)) {
		const opening: string | undefined = marks === undefined && line.endsWith("\n") ? fence.exec(line)?.[1] : undefined;
		const isCode = (marks ?? opening) !== undefined;
		const last = parts.at(-1);
		if (last?.isCode === isCode && opening === undefined) last.lines.push(line);
		else parts.push({ lines: [line], isCode });
		if (marks !== undefined && closes(line.trim(), marks)) marks = undefined;
		else marks ??= opening;
	}
	return parts.map(({ lines, isCode }) => ({ text: lines.join(""), isCode }));
}

function closes(line: string, marks: string): boolean {
	return line.startsWith(marks) && /^[`~]*$/.test(line);
}

/** Removes the word, and with it the blank lines that follow if it is alone on its line, or else one space. */
function withoutWord(text: string): string {
	const kept: string[] = [];
	let done = 0;
	for (const { 0: found, index } of text.matchAll(word)) {
		let start = index;
		while (start > done && isSpace(text[start - 1])) start--;
		const beginsLine = start === 0 || text[start - 1] === "\n";
		const behind = index + found.length;
		let end = behind;
		while (isSpace(text[end])) end++;
		const endsLine = end === text.length || text[end] === "\n";
		if (beginsLine && endsLine) {
			for (let next = end; text[next] === "\n" || isSpace(text[next]); next++) if (text[next] === "\n") end = next + 1;
		} else {
			const isFirst = beginsLine && start === index && end > behind;
			start = isFirst ? index : Math.max(start, index - 1);
			if (!isFirst) end = behind;
		}
		if (end <= done) continue;
		kept.push(text.slice(done, start));
		done = end;
	}
	return kept.join("") + text.slice(done);
}

function isSpace(character: string | undefined): boolean {
	return character !== undefined && character !== "\n" && /\s/.test(character);
}
