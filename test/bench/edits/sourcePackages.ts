import type { Half } from "./realEdit";

/** A published package with sources, in two versions whose differences are real edits. */
export interface SourcePackage {
	readonly name: string;
	readonly versions: readonly [before: string, after: string];
	readonly half: Half;
}

const pair = (half: Half, name: string, before: string, after: string): SourcePackage => ({
	name,
	versions: [before, after],
	half,
});

/**
 * The packages of the corpus. Rules for edits are written against the packages of the half "train" only; the other half
 * shows their results on unseen code. Do not move a package from one half to the other.
 */
export const sourcePackages: readonly SourcePackage[] = [
	pair("train", "react-native", "0.78.3", "0.80.3"),
	pair("train", "@capacitor/ios", "6.2.2", "8.5.2"),
	pair("train", "@autorest/powershell", "3.0.484", "4.0.758"),
	pair("train", "expo-modules-autolinking", "1.11.3", "3.0.27"),
	pair("train", "rxjs", "7.4.0", "7.8.2"),
	pair("train", "node-gyp", "10.3.1", "12.4.0"),
	pair("train", "node-pty", "1.0.0", "1.1.0"),
	pair("train", "codemirror", "5.54.0", "5.65.21"),
	pair("train", "expo-updates", "0.24.13", "0.28.18"),
	pair("train", "undici", "7.30.2", "8.12.4"),
	pair("train", "hexo-theme-next", "8.1.0", "8.29.0"),
	pair("train", "@primer/css", "20.8.3", "22.3.2"),
	pair("held", "expo-modules-core", "1.12.26", "2.5.0"),
	pair("held", "@capacitor/android", "6.2.2", "8.4.3"),
	pair("held", "@stripe/stripe-react-native", "0.65.1", "0.78.0"),
	pair("held", "react-native-windows", "0.62.22", "0.67.19"),
	pair("held", "@typespec/http-client-python", "0.12.2", "0.20.3"),
	pair("held", "@temporalio/core-bridge", "1.11.8", "1.13.2"),
	pair("held", "@wordpress/block-library", "9.41.0", "10.5.0"),
	pair("held", "fastify", "4.29.1", "5.8.5"),
	pair("held", "reveal.js", "4.1.3", "5.2.1"),
	pair("held", "bats", "1.8.2", "1.13.0"),
	pair("held", "tree-sitter", "0.20.6", "0.25.1"),
	pair("held", "@agoric/cosmos", "0.30.0", "0.35.0"),
];
