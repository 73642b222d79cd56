/** WebAssembly text; esbuild.js makes the module's bytes of it. */
declare module "*.wat" {
	export const bytes: Uint8Array<ArrayBuffer>;
}
