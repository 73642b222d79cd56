/** WebAssembly text, which esbuild.js compiles to the module's bytes. */
declare module "*.wat" {
	export const bytes: Uint8Array<ArrayBuffer>;
}
