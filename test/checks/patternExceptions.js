/**
 * The regular expressions that cannot be linear, at most five. `cap` names the constant of `src/shared/untrusted/limits.ts` that
 * bounds what the pattern reads; `test` is the file of the test that shows it, and its title.
 *
 * @type {readonly { file: string, source: string, flags: string, cap: string, test: { file: string, title: string } }[]}
 */
export const exceptions = [];
