import { useEffect, useRef } from 'react';
import type { createBrowserRouter } from 'react-router';

type Router = ReturnType<typeof createBrowserRouter>;

// On a phone, Back closes the uppermost dialog, sheet or menu and stays on the page. For this, each open layer has an
// entry of its own in the history of the browser: the entry of the page, repeated and marked with a depth. The router
// never learns of these entries, because `onPop` keeps the events of moves between them from it. An entry whose layer
// was closed in another way is skipped when somebody passes it. Nothing is removed from the history when a layer
// closes, because that takes effect only later and would hit whatever the person opens next.

interface Place {
  /** The router's number of a page in the history. */
  readonly idx: number | undefined;
  /** How many entries of layers lie between the entry of the page and this one, including this one. */
  readonly depth: number;
}
const placeOf = (state: unknown): Place => {
  const { idx, layerDepth } = (state ?? {}) as { idx?: number; layerDepth?: number };
  return { idx, depth: layerDepth ?? 0 };
};

const PHONE = '(max-width: 767.98px)';
const layers: { readonly close: () => void }[] = [];
let router: Router | undefined;
let here: Place = { idx: undefined, depth: 0 };
/** The entry to which a skipped one belonged. A replaced URL is known to the skipped entry only. */
let skipped: { readonly state: object; readonly idx: number | undefined; readonly url: string } | undefined;

const mark = (state: unknown, depth: number) => ({ ...(state as object | null), layerDepth: depth });

/** Makes Back close layers while this router is in use. Returns the function that ends it. */
export function closeLayersOnBack(next: Router): () => void {
  router = next;
  here = placeOf(window.history.state);
  const unsubscribe = next.subscribe(() => {
    const now = placeOf(window.history.state);
    if (now.idx === here.idx && now.depth < here.depth)
      // The router has replaced the URL of a page under an open layer.
      window.history.replaceState(mark(window.history.state, here.depth), '');
    else here = now;
  });
  return () => {
    unsubscribe();
    layers.length = 0;
    router = undefined;
  };
}

// Listeners of the window are called in the order in which they were added, so this one is added before any router.
if (typeof window !== 'undefined') window.addEventListener('popstate', onPop);
function onPop(event: PopStateEvent): void {
  if (!router) return;
  const next = placeOf(event.state);
  const isBack = (next.idx ?? 0) < (here.idx ?? 0);
  if (next.idx === here.idx && next.depth !== here.depth) {
    event.stopImmediatePropagation();
    const isDown = next.depth > here.depth;
    here = next;
    if (isDown) return window.history.forward();
    keepUrl(next.depth);
    const top = layers.at(-1);
    if (!top) return window.history.back();
    top.close();
    // A layer that stays open, because it asks first, needs its entry again.
    setTimeout(enter);
  } else if (next.depth > 0) {
    event.stopImmediatePropagation();
    skipped ??= { state: mark(event.state, 0), idx: next.idx, url: window.location.href };
    if (isBack) window.history.back();
    else window.history.forward();
  } else if (isBack && isShown(window.location.href)) {
    // Going back would change nothing that the person can see, so it goes one entry further.
    event.stopImmediatePropagation();
    window.history.back();
  } else {
    if (skipped && skipped.idx === next.idx) window.history.replaceState(skipped.state, '', skipped.url);
    skipped = undefined;
    here = next;
    // The router has refused to leave the page and returned to its entry.
    if (isSettled()) setTimeout(enter);
  }
}

/** Whether the router shows this URL. */
const isShown = (url: string) =>
  router !== undefined && new URL(router.createHref(router.state.location), url).href === url;

/** Gives the current entry the URL of the page, which may have been replaced while a layer was open. */
function keepUrl(depth: number): void {
  if (!router) return;
  const { location } = router.state;
  const state = { ...mark(window.history.state, depth), usr: location.state, key: location.key };
  window.history.replaceState(state, '', router.createHref(location));
}

/** Adds entries to the history until every open layer has one. */
function enter(): void {
  if (!isSettled()) return;
  while (here.depth < layers.length) {
    here = { ...here, depth: here.depth + 1 };
    window.history.pushState(mark(window.history.state, here.depth), '');
  }
}
/** Whether the router shows the page of the current entry, and is not on the way to or back from another one. */
function isSettled(): boolean {
  const { key = 'default' } = (window.history.state ?? {}) as { key?: string };
  return router?.state.navigation.state === 'idle' && router.state.location.key === key;
}

/**
 * Says that a layer is open. On a phone, Back calls `close`. Returns the function that says that the layer is closed.
 */
export function openLayer(close: () => void): () => void {
  if (!window.matchMedia(PHONE).matches) return () => undefined;
  const layer = { close };
  layers.push(layer);
  enter();
  return () => {
    const at = layers.indexOf(layer);
    if (at >= 0) layers.splice(at, 1);
  };
}

/** Makes Back close a layer of the page while it is open. */
export function useBackLayer(isOpen: boolean, close: () => void): void {
  const onClose = useRef(close);
  onClose.current = close;
  useEffect(() => (isOpen ? openLayer(() => onClose.current()) : undefined), [isOpen]);
}
