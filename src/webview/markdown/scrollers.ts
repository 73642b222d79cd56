const watched = new WeakMap<Element, { readonly box: Element; readonly name: string }>();
let observer: ResizeObserver | undefined;

/**
 * Makes a box focusable while its content can be scrolled, and only then: a tab stop at each of forty code blocks that
 * do not scroll would be in the way. Both sizes are observed: the content's changes with every word, the box's with the
 * panel.
 */
export function watchScroller(box: Element, content: Element, name: string): void {
	observer ??= new ResizeObserver((entries) => {
		for (const { target } of entries) {
			const scroller = watched.get(target);
			if (scroller) update(scroller.box, scroller.name);
		}
	});
	for (const element of [box, content]) {
		watched.set(element, { box, name });
		observer.observe(element);
	}
}

function update(box: Element, name: string): void {
	const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
	if (scrolls === box.hasAttribute("tabindex")) return;
	const attributes = { tabindex: "0", role: "group", "aria-label": name };
	for (const [attribute, value] of Object.entries(attributes)) {
		if (scrolls) box.setAttribute(attribute, value);
		else box.removeAttribute(attribute);
	}
}
