/**
 * The one policy of trusted types. Mantine writes style sheets through innerHTML, which hold no '<';
 * whatever does is refused. Scripts come from our own assets only.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null; createScriptURL: (url: string) => string | null }): unknown;
}

const factory = (window as unknown as { trustedTypes?: PolicyFactory }).trustedTypes;

factory?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (url) => {
    const target = new URL(url, document.baseURI);
    return target.origin === window.location.origin && target.pathname.startsWith('/assets/') ? target.href : null;
  },
});
