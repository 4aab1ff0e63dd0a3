import { useEffect, useRef } from 'react';

/** The function for each shortcut: `/`, `?`, `c p` (one key after the other), `Ctrl s`, `Ctrl .`, `Ctrl Enter`. */
type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

const SEQUENCE_MS = 1200;
/** The registered shortcuts, oldest first. A layer of a dialog stands where the dialog was opened. */
const layers: { readonly current: KeyMap; readonly isDialog?: boolean }[] = [];
let pending: { key: string; at: number } | undefined;

/** Whether the focus is in a field in which letters are typed or in a menu: no single-letter shortcut applies there. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    (target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(target.type)) ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role="combobox"], [role="listbox"], [role="menu"]') !== null
  );
}

/** The name of a pressed key. It is based on the character that the key types and not on the key's position. */
export function nameOfKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | undefined {
  if (event.altKey || ['Control', 'Shift', 'Meta', 'Alt'].includes(event.key)) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `Ctrl ${key}` : key;
}

/** The shortcuts that are on: those of the uppermost dialog, or of the page if there is none. */
const active = () => layers.slice(layers.findLastIndex(({ isDialog }) => isDialog) + 1);
const find = (name: string) => active().findLast(({ current }) => current[name] !== undefined)?.current[name];

/** Turns off the shortcuts that were registered before, while a dialog is open. Returns the function that ends this. */
export function stopKeysBelow(): () => void {
  const layer = { current: {}, isDialog: true };
  layers.push(layer);
  return () => {
    const at = layers.indexOf(layer);
    if (at >= 0) layers.splice(at, 1);
  };
}

function onKeyDown(event: KeyboardEvent): void {
  const key = nameOfKey(event);
  if (key === undefined || event.defaultPrevented) return;
  // In a field, Ctrl Z undoes what was typed there.
  if (
    (!key.startsWith('Ctrl ') || key === 'Ctrl z') &&
    (isTyping(event.target) || document.querySelector('[role="dialog"][aria-modal="true"]'))
  )
    return;
  const first = pending && event.timeStamp - pending.at < SEQUENCE_MS ? pending.key : undefined;
  pending = undefined;
  const act = (first && find(`${first} ${key}`)) || find(key);
  if (act) {
    event.preventDefault();
    act();
  } else if (
    active().some(({ current }) =>
      Object.keys(current).some((name) => name.startsWith(`${key} `) && !name.startsWith('Ctrl ')),
    )
  )
    pending = { key, at: event.timeStamp };
}

/**
 * Registers shortcuts while the component is mounted. If several components register the same shortcut, the one that
 * was mounted last takes precedence.
 */
export function useKeys(keys: KeyMap): void {
  const layer = useRef(keys);
  layer.current = keys;
  useEffect(() => {
    // The same listener is added once, however often.
    window.addEventListener('keydown', onKeyDown);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
