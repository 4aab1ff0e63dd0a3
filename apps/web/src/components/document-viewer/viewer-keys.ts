import { useEffect, useRef } from 'react';

export type ViewerKey = 'previousPage' | 'nextPage' | 'zoomIn' | 'zoomOut' | 'fit';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & {
  getModifierState?: (key: string) => boolean;
};

const PAGES: Readonly<Record<string, ViewerKey>> = { PageUp: 'previousPage', PageDown: 'nextPage' };
const ZOOM: Readonly<Record<string, ViewerKey>> = { '+': 'zoomIn', '=': 'zoomIn', '-': 'zoomOut', '0': 'fit' };
/** Where a keyboard layout produces another character for Ctrl and Alt, the key's position counts. */
const ZOOM_CODES: Readonly<Record<string, ViewerKey>> = {
  Equal: 'zoomIn',
  NumpadAdd: 'zoomIn',
  Minus: 'zoomOut',
  NumpadSubtract: 'zoomOut',
  Digit0: 'fit',
  Numpad0: 'fit',
};

/**
 * Alt PageUp and PageDown change the page; Ctrl Alt with + - 0 zooms. Browsers do not reserve these. AltGr is excluded,
 * because it types characters.
 */
export function viewerKeyOf(event: Pressed): ViewerKey | undefined {
  if (!event.altKey || event.metaKey || event.getModifierState?.('AltGraph')) return undefined;
  if (!event.ctrlKey) return event.shiftKey ? undefined : PAGES[event.key];
  return ZOOM[event.key] ?? ZOOM_CODES[event.code];
}

/** The viewer mounted last handles the keys. */
const viewers: { current: (key: ViewerKey) => void }[] = [];

function onKeyDown(event: KeyboardEvent): void {
  const key = event.defaultPrevented ? undefined : viewerKeyOf(event);
  const act = viewers.at(-1);
  if (!key || !act) return;
  event.preventDefault();
  act.current(key);
}

/** Listens for the viewer's keys wherever the focus is: they work from the form beside it. */
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
