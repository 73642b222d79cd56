// A virtual folder with one file, both read-only. As in most virtual folders, VS Code's search cannot list the files.
import { Disposable, EventEmitter, FileSystemError, FileType, workspace } from "vscode";

const files = new Map([["/one.ts", new TextEncoder().encode("export const one = 1;\n")]]);
const refuse = (uri) => {
	throw FileSystemError.NoPermissions(uri);
};

export function activate(context) {
	const provider = {
		onDidChangeFile: new EventEmitter().event,
		watch: () => new Disposable(() => {}),
		stat(uri) {
			const file = files.get(uri.path);
			if (!file && uri.path !== "/") throw FileSystemError.FileNotFound(uri);
			return { type: file ? FileType.File : FileType.Directory, ctime: 0, mtime: 0, size: file?.length ?? 0 };
		},
		readDirectory: () => [...files.keys()].map((path) => [path.slice(1), FileType.File]),
		readFile: (uri) => files.get(uri.path) ?? refuse(uri),
		writeFile: refuse,
		createDirectory: refuse,
		delete: refuse,
		rename: refuse,
	};
	context.subscriptions.push(workspace.registerFileSystemProvider("gatehouse-virtual", provider, { isReadonly: true }));
}
