import { setNonce } from 'get-nonce';

const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');

/** The nonce of this page for style elements. Browsers hide the attribute, so the property is read. */
export const styleNonce: string = meta?.nonce ?? '';

// Dialogs lock the page's scrolling with a style element of their own package, which asks here.
setNonce(styleNonce);
