import type { DUPLICATE_REASONS } from '@quayside/contracts/suppliers/suppliers';

export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/**
 * How strongly each reason suggests that two suppliers are the same company. The same bank account or Xero contact
 * almost proves it. The same e-mail domain is a weak reason, because separate companies of one group can share a
 * domain.
 */
const WEIGHT: Readonly<Record<DuplicateReason, number>> = {
  BANK_ACCOUNT: 100,
  XERO_ID: 90,
  NAME: 60,
  LOCAL_NAME: 60,
  EMAIL: 40,
  TELEPHONE: 30,
  EMAIL_DOMAIN: 15,
};

/**
 * Public mail providers, where anybody can have an address. If two suppliers have addresses there, they need not be the
 * same company.
 */
const PUBLIC_HOSTS: ReadonlySet<string> = new Set(
  (
    '126.com 139.com 163.com 188.com 189.cn 21cn.com aim.com aliyun.com aol.com att.net bigpond.com bk.ru ' +
    'btinternet.com comcast.net daum.net duck.com fastmail.com fastmail.fm foxmail.com free.fr freenet.de ' +
    'gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.co.uk hotmail.com ' +
    'hotmail.de hotmail.fr hotmail.it icloud.com inbox.ru laposte.net libero.it list.ru live.cn live.co.uk ' +
    'live.com mac.com mail.com mail.ru me.com msn.com naver.com ntlworld.com orange.fr outlook.com outlook.de ' +
    'pm.me proton.me protonmail.com qq.com rediffmail.com rocketmail.com seznam.cz sfr.fr sina.cn sina.com ' +
    'sky.com sohu.com t-online.de talktalk.net tiscali.it tom.com tutanota.com ukr.net verizon.net vip.163.com ' +
    'vip.qq.com vip.sina.com virgilio.it virginmedia.com wanadoo.fr web.de wp.pl yahoo.co.in yahoo.co.jp ' +
    'yahoo.co.uk yahoo.com yahoo.com.cn yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ' +
    'ymail.com zoho.com'
  ).split(' '),
);

/** The domain of an e-mail address if it belongs to a company; null for a public mail provider or a missing address. */
export function companyDomainOf(email: string | null): string | null {
  const domain = email?.toLowerCase().split('@')[1]?.trim();
  return domain === undefined || domain === '' || PUBLIC_HOSTS.has(domain) ? null : domain;
}

interface Found {
  readonly id: string;
  readonly companyName: string;
  readonly archivedAt: Date | null;
  readonly reasons: readonly DuplicateReason[];
}

/**
 * Sorts the likeliest duplicates first. Among equally likely ones, suppliers in use come before archived ones, and then
 * the order is by name. If two suppliers have the same e-mail address, their domain is not counted as a further reason.
 */
export function likeliestFirst<F extends Found>(found: readonly F[]): F[] {
  return found
    .map((one) => ({
      ...one,
      reasons: one.reasons.filter((reason) => reason !== 'EMAIL_DOMAIN' || !one.reasons.includes('EMAIL')),
    }))
    .toSorted(
      (a, b) =>
        scoreOf(b) - scoreOf(a) ||
        Number(a.archivedAt !== null) - Number(b.archivedAt !== null) ||
        a.companyName.localeCompare(b.companyName, 'en') ||
        (a.id < b.id ? -1 : 1),
    );
}

const scoreOf = ({ reasons }: Found) => reasons.reduce((sum, reason) => sum + WEIGHT[reason], 0);
