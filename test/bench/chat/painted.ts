/** Resolves when the current content is on the screen. */
export const painted = () =>
	new Promise<void>((resolve) => {
		requestAnimationFrame(() => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => resolve();
			port2.postMessage(null);
		});
	});
