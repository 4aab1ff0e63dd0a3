import { describe, expect, it } from 'vitest';
import { companyDomainOf, type DuplicateReason, likeliestFirst } from './supplier-duplicates.rules.ts';

const one = (id: string, reasons: DuplicateReason[], archivedAt: Date | null = null) => ({
  id,
  companyName: id.toUpperCase(),
  archivedAt,
  reasons,
});

describe('the company domain', () => {
  it.each([
    ['li@Haosheng.example', 'haosheng.example'],
    ['li@qq.com', null],
    ['li@GMAIL.com', null],
    ['li@163.com', null],
    ['nobody', null],
    ['nobody@', null],
    [null, null],
  ])('of %j is %j', (email, domain) => {
    expect(companyDomainOf(email)).toBe(domain);
  });
});

describe('sorting by likelihood', () => {
  it('ranks by the weight of all reasons together, and puts archived suppliers last among equals', () => {
    const found = [
      one('domain', ['EMAIL_DOMAIN']),
      one('name', ['NAME']),
      one('old', ['NAME'], new Date(0)),
      one('bank', ['BANK_ACCOUNT']),
      one('weak', ['EMAIL_DOMAIN', 'TELEPHONE']),
      one('also', ['NAME']),
    ];
    expect(likeliestFirst(found).map((f) => f.id)).toEqual(['bank', 'also', 'name', 'old', 'weak', 'domain']);
  });

  it('does not count the domain when the whole e-mail address matches', () => {
    expect(likeliestFirst([one('a', ['EMAIL', 'EMAIL_DOMAIN'])])[0]?.reasons).toEqual(['EMAIL']);
  });
});
