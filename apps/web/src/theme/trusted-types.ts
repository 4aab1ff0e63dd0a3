/**
 * The one policy of trusted types. Mantine writes style sheets through innerHTML, which hold no '<';
 * whatever does is refused, except to the cleaner of messages, which reads it in a document of its own.
 * Scripts come from our own assets only.
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
/** The browser itself hands the name of a type as second value; nobody else has this one. */
const CLEANER = Symbol('cleaner');

const policy = factory?.createPolicy('default', {
  createHTML: (text, key) => (text.includes('<') && key !== CLEANER ? null : text),
  createScriptURL: (url) => {
    const target = new URL(url, document.baseURI);
    return target.origin === window.location.origin && target.pathname.startsWith('/assets/') ? target.href : null;
  },
});

/** For the cleaner of messages alone: what it parses is never part of the page. */
export const policyOfCleaner = policy && {
  createHTML: (text: string) => policy.createHTML(text, CLEANER),
  createScriptURL: (): never => {
    throw new TypeError('A message brings no scripts');
  },
};
