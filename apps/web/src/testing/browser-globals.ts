/** The few things of a browser that the plain logic touches, for tests that run in Node. */
export function installBrowserGlobals(): void {
  const store = new Map<string, string>();
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  };
  const target = Object.assign(new EventTarget(), { location: { reload: () => undefined } });
  Object.defineProperty(globalThis, 'window', { value: target, configurable: true });
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
}
