import { setNonce } from 'get-nonce';

const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');

/** The page's nonce for style elements. Browsers hide the attribute, so read the property. */
export const styleNonce: string = meta?.nonce ?? '';

// The package that locks scrolling under dialogs adds a style element; it takes the nonce from here.
setNonce(styleNonce);
