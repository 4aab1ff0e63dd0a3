import { setNonce } from 'get-nonce';

const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');

/**
 * The page's nonce for style elements. It is read from the property, because browsers hide the attribute from scripts.
 */
export const styleNonce: string = meta?.nonce ?? '';

// The package that locks scrolling under dialogs adds a style element. It uses the nonce that is set here.
setNonce(styleNonce);
