import type { Installation, OutboundLink } from '@quayside/contracts/installation';

/** The external pages that an installation links to, and which of them are shown in frames. */
export interface OutboundConfig {
  readonly installation: Installation;
  /** The origins of the pages that the web app shows in frames. */
  readonly frameOrigins: readonly string[];
}

/** The environment variable of each link. */
const LINKS: Readonly<Record<OutboundLink, OutboundVariable>> = {
  community: 'COMMUNITY_URL',
  reimbursement: 'REIMBURSEMENT_URL',
  funding: 'FUNDING_URL',
  tariff: 'TARIFF_URL',
  bookkeeper: 'BOOKKEEPER_URL',
  listBusiness: 'LIST_BUSINESS_URL',
};
export const OUTBOUND_VARIABLES = [
  'SUPPORT_EMAIL',
  'COMMUNITY_URL',
  'REIMBURSEMENT_URL',
  'FUNDING_URL',
  'TARIFF_URL',
  'BOOKKEEPER_URL',
  'LIST_BUSINESS_URL',
  'REPORT_ISSUE_URL',
  'CHAT_URL',
] as const;
export type OutboundVariable = (typeof OUTBOUND_VARIABLES)[number];

const MOST = 2000;
/**
 * Characters that a host may contain. The host becomes part of the content security policy, where other characters
 * could end a directive.
 */
const HOST = /^[a-z\d.-]+$|^\[[\da-f:.]+\]$/;
const EMAIL = /^[^\s@<>()",;?&%]+@[^\s@<>()",;?&%]+\.[^\s@<>()",;?&%]+$/;
/** Placeholders in the chat's URL for data of the signed-in person. */
const PLACEHOLDER = /\{(id|name|email)\}/g;

/** Reads the URLs of the external pages. The error names the variable. */
export function readOutboundConfig(
  env: Readonly<Partial<Record<OutboundVariable, string | undefined>>>,
  publicUrl: string,
): OutboundConfig {
  const given = (name: OutboundVariable) => env[name]?.trim() || null;
  const link = (name: OutboundVariable) => readLink(name, given(name));
  const supportEmail = given('SUPPORT_EMAIL');
  if (supportEmail !== null && (!EMAIL.test(supportEmail) || supportEmail.length > 254))
    throw new Error('SUPPORT_EMAIL: Write one address alone, for example help@example.com');
  const reportIssueUrl = readFrame('REPORT_ISSUE_URL', given('REPORT_ISSUE_URL'), publicUrl);
  const chatUrl = readChat(given('CHAT_URL'), publicUrl);
  const framed = [reportIssueUrl, chatUrl].filter((url) => url !== null);
  return {
    installation: {
      supportEmail,
      links: {
        community: link(LINKS.community),
        reimbursement: link(LINKS.reimbursement),
        funding: link(LINKS.funding),
        tariff: link(LINKS.tariff),
        bookkeeper: link(LINKS.bookkeeper),
        listBusiness: link(LINKS.listBusiness),
      },
      reportIssueUrl,
      chatUrl,
    },
    frameOrigins: [...new Set(framed.map((url) => new URL(url).origin))],
  };
}

function readLink(name: OutboundVariable, value: string | null): string | null {
  if (value === null) return null;
  const wrong = (what: string) => new Error(`${name}: ${what}. It looks like https://example.com/page`);
  if (value.length > MOST) throw wrong(`Longer than ${MOST} characters`);
  if (!URL.canParse(value)) throw wrong('This is no address');
  const url = new URL(value);
  if (url.protocol !== 'https:') throw wrong('It has to start with https://');
  if (!HOST.test(url.hostname)) throw wrong('The host has signs that no host has');
  if (url.username !== '' || url.password !== '')
    throw wrong('Everybody gets to see it, so it may hold no user and no password');
  return value;
}

/**
 * Reads the URL of a page that the app shows in a frame. Refuses a page of the app's own origin, because the frame
 * would not isolate it from the app.
 */
function readFrame(name: OutboundVariable, value: string | null, publicUrl: string): string | null {
  const address = readLink(name, value);
  if (address !== null && new URL(address).origin === new URL(publicUrl).origin)
    throw new Error(`${name}: It has to be a page of another site than PUBLIC_URL`);
  return address;
}

function readChat(value: string | null, publicUrl: string): string | null {
  if (value === null) return null;
  // The host must not contain a placeholder: the name that a person chooses must not decide which server the browser
  // contacts.
  if (/^[^/]*\/\/[^/?#]*[{}]/.test(value))
    throw new Error('CHAT_URL: {id}, {name} and {email} may stand behind the host only');
  if (/[{}]/.test(value.replace(PLACEHOLDER, '')))
    throw new Error('CHAT_URL: Only {id}, {name} and {email} stand for something; write { as %7B and } as %7D');
  readFrame('CHAT_URL', value.replace(PLACEHOLDER, 'x'), publicUrl);
  return value;
}
