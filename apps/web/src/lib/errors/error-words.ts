import { REPORT_LENGTHS } from '@quayside/contracts/error-reports';

const STACK_LINES = 20;

/**
 * Removes everything from an error message that a person may have typed: quoted text, e-mail addresses, long numbers,
 * and anything that may be a token. URLs are shortened.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]')
    .replace(/"[^"\n]*"|`[^`\n]*`|“[^”\n]*”|‘[^’\n]*’/g, '[…]')
    .replace(/(reading |setting )?(?<!\w)'[^'\n]*'(?!\w)/g, (quoted, verb: string | undefined) =>
      verb ? quoted : '[…]',
    )
    .replace(/https?:\/\/[^\s)]+/g, (url) => placeOf(url))
    .replace(/[\w~-]{20,}/g, (word) => (/^[A-Za-z]+$/.test(word) && word.length < 40 ? word : '[token]'))
    .replace(/\d{5,}/g, '[number]');
}
/**
 * Reduces the URL of a script to its path without the content hash: /assets/index.js:10:5. Any other URL is reduced
 * like the path of a screen.
 */
function placeOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]+/, '').replace(/[?#][^:]*/, '');
  return path.startsWith('/assets/') ? path.replace(/-[\w-]{8,}(?=\.)/, '') : safePage(path);
}

/**
 * Reduces the path of a screen to its pattern, such as /invoices/:id. This removes ids, SKUs and the tokens of mailed
 * links.
 */
export function safePage(pathname: string): string {
  const page = pathname
    .split(/[?#]/, 1)
    .join('')
    .split('/')
    .map((part) => (part === '' || /^[a-z]{2,20}(-[a-z]{1,20}){0,4}$/i.test(part) ? part : ':id'))
    .join('/');
  return page.slice(0, REPORT_LENGTHS.page) || '/';
}

const cut = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most - 1)}…` : text).toWellFormed().replaceAll('\0', '');

/** The message and the source position of an error. */
export function wordsOf(error: unknown): { message: string; stack?: string } {
  if (!(error instanceof Error)) return { message: `Not an error: ${typeof error}` };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s*at |@http/.test(line));
  const stack = cut(frames.slice(0, STACK_LINES).map(withoutSecrets).join('\n'), REPORT_LENGTHS.stack);
  return {
    message: cut(withoutSecrets(`${error.name}: ${error.message}`), REPORT_LENGTHS.message),
    ...(stack && { stack }),
  };
}
