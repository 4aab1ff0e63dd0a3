import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { readOutboundConfig } from './outbound-config.ts';

const PUBLIC = 'https://quayside.example.com';
const read = (env: Parameters<typeof readOutboundConfig>[0]) => readOutboundConfig(env, PUBLIC);
const refusal = (env: Parameters<typeof readOutboundConfig>[0]): string => {
  try {
    read(env);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('the links of an installation', () => {
  it('are absent unless configured; blank counts as absent', () => {
    const nowhere = {
      community: null,
      reimbursement: null,
      funding: null,
      tariff: null,
      bookkeeper: null,
      listBusiness: null,
    };
    const expected = {
      installation: { supportEmail: null, links: nowhere, reportIssueUrl: null, chatUrl: null },
      frameOrigins: [],
    };
    expect(read({})).toEqual(expected);
    expect(readConfig({ COMMUNITY_URL: '', SUPPORT_EMAIL: ' ', CHAT_URL: '' }).outbound).toEqual(expected);
  });

  it('come from the environment, one variable for each', () => {
    const { installation, frameOrigins } = readConfig({
      SUPPORT_EMAIL: 'help@example.com',
      COMMUNITY_URL: 'https://a.example.com/community',
      REIMBURSEMENT_URL: 'https://a.example.com/reimbursement',
      FUNDING_URL: 'https://a.example.com/funding',
      TARIFF_URL: 'https://a.example.com/tariff',
      BOOKKEEPER_URL: 'https://a.example.com/bookkeeper',
      LIST_BUSINESS_URL: 'https://a.example.com/list',
      REPORT_ISSUE_URL: 'https://forms.example.com/f/1?x=2',
      CHAT_URL: 'https://chat.example.com:8443/box?user={id}&name={name}&mail={email}',
    }).outbound;
    expect(installation.supportEmail).toBe('help@example.com');
    expect(Object.entries(installation.links).map(([name, url]) => `${name} ${url?.split('/').at(-1)}`)).toEqual([
      'community community',
      'reimbursement reimbursement',
      'funding funding',
      'tariff tariff',
      'bookkeeper bookkeeper',
      'listBusiness list',
    ]);
    expect(installation.chatUrl).toContain('{email}');
    // The list does not contain pages that only open in a new tab.
    expect(frameOrigins).toEqual(['https://forms.example.com', 'https://chat.example.com:8443']);
  });

  it.each([
    ['COMMUNITY_URL', 'example.com', 'no address'],
    ['COMMUNITY_URL', 'http://example.com', 'https://'],
    ['FUNDING_URL', 'javascript:alert(1)', 'https://'],
    ['TARIFF_URL', 'https://me:secret@example.com', 'no password'],
    ['REPORT_ISSUE_URL', 'https://a;script-src.example.com', 'no host has'],
    ['REPORT_ISSUE_URL', `${PUBLIC}/products`, 'another site'],
    ['CHAT_URL', `${PUBLIC}:443/x`, 'another site'],
    ['CHAT_URL', 'https://chat.example.com/{account}', 'Only {id}'],
    ['CHAT_URL', 'https://{name}.example.com/', 'behind the host'],
    ['CHAT_URL', 'https://chat.example.com{email}/', 'behind the host'],
    ['BOOKKEEPER_URL', `https://example.com/${'x'.repeat(2000)}`, 'Longer than'],
    ['SUPPORT_EMAIL', 'Help <help@example.com>', 'one address alone'],
    ['SUPPORT_EMAIL', 'help@example.com?bcc=x@example.com', 'one address alone'],
  ])('%s refuses %s at the start, and says why', (name, value, words) => {
    const said = refusal({ [name]: value });
    expect(said).toMatch(new RegExp(`^${name}: `));
    expect(said).toContain(words);
    expect(said).not.toContain('secret');
  });
});
