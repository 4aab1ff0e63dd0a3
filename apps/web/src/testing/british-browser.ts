// Node has no browser whose region decides how days are written. The tests run as in a British one.
Object.defineProperty(navigator, 'languages', { value: ['en-GB'], configurable: true });
