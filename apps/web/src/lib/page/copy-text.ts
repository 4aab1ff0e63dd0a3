import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { toast } from '../toasts/toasts.ts';

const COPIED_MS = 1500;

/**
 * Copies with the command of the browser, which needs no permission and accepts data of our own type. Returns false if
 * the browser did not allow it. `write` puts the data into the clipboard.
 */
export function copyByCommand(write: (data: DataTransfer) => void): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    if (!event.clipboardData) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    write(event.clipboardData);
    isCopied = true;
  };
  document.addEventListener('copy', onCopy, { capture: true, once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', onCopy, { capture: true });
  return isCopied;
}

/** Copies a text. Returns false if the browser did not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard is denied, or there is none because the page was opened without HTTPS.
    return copyByCommand((data) => data.setData('text/plain', text));
  }
}

/**
 * For buttons that copy a text. `isCopied` is true for a moment after a copy. If the browser does not allow copying, a
 * message says so, and the text is selected in `shown`, the element that shows it (or a function that shows it first).
 */
export function useCopy() {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  const copy = async (text: string, shown: Element | null | (() => Element | null)) => {
    if (await copyText(text)) {
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
      return;
    }
    const element = typeof shown === 'function' ? shown() : shown;
    if (element) getSelection()?.selectAllChildren(element);
    toast('error', t('copyFailed'), { scope: 'global' });
  };
  return { isCopied, copy };
}
