/** Installs stubs of the few browser globals that code without components needs, for tests that run in Node. */
export function installBrowserGlobals(): void {
  const target = Object.assign(new EventTarget(), { location: { reload: () => undefined } });
  Object.defineProperty(globalThis, 'window', { value: target, configurable: true });
  Object.defineProperty(globalThis, 'localStorage', { value: new MemoryStorage(), configurable: true });
}

/** A fake local storage. Its entries are enumerable properties, as in a browser. */
class MemoryStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

/** Dispatches the storage event that a browser sends when another tab has written. */
export function fromOtherTab(key: string, value: unknown): void {
  localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
}
