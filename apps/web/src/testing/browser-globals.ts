/** The few things of a browser that the plain logic touches, for tests that run in Node. */
export function installBrowserGlobals(): void {
  const target = Object.assign(new EventTarget(), { location: { reload: () => undefined } });
  Object.defineProperty(globalThis, 'window', { value: target, configurable: true });
  Object.defineProperty(globalThis, 'localStorage', { value: new MemoryStorage(), configurable: true });
}

/** Local storage as far as we use it: its names are its own keys, as in a browser. */
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

/** What the browser tells a tab when another one wrote. */
export function fromOtherTab(key: string, value: unknown): void {
  localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
}
