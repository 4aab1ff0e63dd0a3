import { useEffect, useRef } from 'react';

export type ViewerKey = 'previousPage' | 'nextPage' | 'zoomIn' | 'zoomOut' | 'fit';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & {
  getModifierState?: (key: string) => boolean;
};

const PAGES: Readonly<Record<string, ViewerKey>> = { PageUp: 'previousPage', PageDown: 'nextPage' };
const ZOOM: Readonly<Record<string, ViewerKey>> = { '+': 'zoomIn', '=': 'zoomIn', '-': 'zoomOut', '0': 'fit' };
/**
 * The zoom keys by their position on the keyboard. On some layouts, Ctrl and Alt produce another character than the one
 * on the key.
 */
const ZOOM_CODES: Readonly<Record<string, ViewerKey>> = {
  Equal: 'zoomIn',
  NumpadAdd: 'zoomIn',
  Minus: 'zoomOut',
  NumpadSubtract: 'zoomOut',
  Digit0: 'fit',
  Numpad0: 'fit',
};

/**
 * The action for a pressed key. Alt with PageUp or PageDown changes the page, and Ctrl Alt with +, - or 0 zooms.
 * Browsers do not use these shortcuts. AltGr is excluded, because it types characters.
 */
export function viewerKeyOf(event: Pressed): ViewerKey | undefined {
  if (!event.altKey || event.metaKey || event.getModifierState?.('AltGraph')) return undefined;
  if (!event.ctrlKey) return event.shiftKey ? undefined : PAGES[event.key];
  return ZOOM[event.key] ?? ZOOM_CODES[event.code];
}

/** The mounted viewers. The one that was mounted last handles the keys. */
const viewers: { current: (key: ViewerKey) => void }[] = [];

function onKeyDown(event: KeyboardEvent): void {
  const key = event.defaultPrevented ? undefined : viewerKeyOf(event);
  const act = viewers.at(-1);
  if (!key || !act) return;
  event.preventDefault();
  act.current(key);
}

/** Handles the keys of the viewer even if the focus is outside the viewer, for example in the form beside it. */
export function useViewerKeys(act: (key: ViewerKey) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (viewers.length === 0) window.addEventListener('keydown', onKeyDown);
    viewers.push(latest);
    return () => {
      viewers.splice(viewers.indexOf(latest), 1);
      if (viewers.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
