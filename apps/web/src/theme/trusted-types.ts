/**
 * The only trusted types policy. Mantine writes style sheets through innerHTML. These contain no '<', so HTML with a
 * '<' is refused. The only exception is the sanitizer of messages, which parses HTML in a separate document. Scripts
 * may be loaded only from our own assets.
 */
interface Policy {
  createHTML(text: string, key?: unknown): unknown;
}
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: {
      createHTML: (text: string, key?: unknown) => string | null;
      createScriptURL: (url: string) => string | null;
    },
  ): Policy;
}

const factory = (window as unknown as { trustedTypes?: PolicyFactory }).trustedTypes;
/**
 * Marks the sanitizer's calls to the policy. The browser itself passes the name of a type as the second argument, so
 * only the sanitizer can pass this symbol.
 */
const CLEANER = Symbol('cleaner');

const policy = factory?.createPolicy('default', {
  createHTML: (text, key) => (text.includes('<') && key !== CLEANER ? null : text),
  createScriptURL: (url) => {
    const target = new URL(url, document.baseURI);
    return target.origin === window.location.origin && target.pathname.startsWith('/assets/') ? target.href : null;
  },
});

/** A policy for the HTML sanitizer of messages only. The sanitizer parses HTML without adding it to the page. */
export const policyOfCleaner = policy && {
  createHTML: (text: string) => policy.createHTML(text, CLEANER),
  createScriptURL: (): never => {
    throw new TypeError('A message brings no scripts');
  },
};
