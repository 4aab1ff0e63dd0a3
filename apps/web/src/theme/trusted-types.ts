/**
 * The only trusted types policy. Mantine writes style sheets through innerHTML; they contain no '<', so any HTML with
 * one is refused. The HTML sanitizer of messages is the exception: it parses in a separate document. Scripts are
 * allowed from our own assets only.
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
/** The browser passes the type name as second argument; only the sanitizer passes this symbol. */
const CLEANER = Symbol('cleaner');

const policy = factory?.createPolicy('default', {
  createHTML: (text, key) => (text.includes('<') && key !== CLEANER ? null : text),
  createScriptURL: (url) => {
    const target = new URL(url, document.baseURI);
    return target.origin === window.location.origin && target.pathname.startsWith('/assets/') ? target.href : null;
  },
});

/** Only for the HTML sanitizer of messages: what it parses never becomes part of the page. */
export const policyOfCleaner = policy && {
  createHTML: (text: string) => policy.createHTML(text, CLEANER),
  createScriptURL: (): never => {
    throw new TypeError('A message brings no scripts');
  },
};
