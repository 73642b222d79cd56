/**
 * The regular expressions that cannot be linear, at most five. `cap` names the constant of `src/shared/untrusted/limits.ts` that
 * limits the pattern's input; `test` is the file and the title of the test that shows this.
 *
 * @type {readonly { file: string, source: string, flags: string, cap: string, test: { file: string, title: string } }[]}
 */
export const exceptions = [];
