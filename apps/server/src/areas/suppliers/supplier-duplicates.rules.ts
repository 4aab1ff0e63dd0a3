import type { DUPLICATE_REASONS } from '@quayside/contracts/suppliers';

export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/**
 * The weight of each reason. A shared account number or Xero contact means one company; a shared domain can also belong
 * to a group or a landlord.
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

/** Public mail hosts, where anybody can have an address. A shared domain of this kind is no reason. */
const PUBLIC_HOSTS: ReadonlySet<string> = new Set(
  (
    '126.com 139.com 163.com 188.com 189.cn 21cn.com aim.com aliyun.com aol.com att.net bigpond.com bk.ru btinternet.com comcast.net daum.net ' +
    'duck.com fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net ' +
    'hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.fr hotmail.it icloud.com inbox.ru laposte.net libero.it list.ru live.cn live.co.uk ' +
    'live.com mac.com mail.com mail.ru me.com msn.com naver.com ntlworld.com orange.fr outlook.com outlook.de pm.me proton.me protonmail.com qq.com ' +
    'rediffmail.com rocketmail.com seznam.cz sfr.fr sina.cn sina.com sky.com sohu.com t-online.de talktalk.net tiscali.it tom.com tutanota.com ' +
    'ukr.net verizon.net vip.163.com vip.qq.com vip.sina.com virgilio.it virginmedia.com wanadoo.fr web.de wp.pl yahoo.co.in yahoo.co.jp ' +
    'yahoo.co.uk yahoo.com yahoo.com.cn yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com'
  ).split(' '),
);

/** The part after the @ when it belongs to a company; null otherwise. */
export function companyDomainOf(email: string | null): string | null {
  const domain = email?.toLowerCase().split('@')[1]?.trim();
  return domain === undefined || domain === '' || PUBLIC_HOSTS.has(domain) ? null : domain;
}

export interface Found {
  readonly id: string;
  readonly companyName: string;
  readonly archivedAt: Date | null;
  readonly reasons: readonly DuplicateReason[];
}

/**
 * Sorts by likelihood, then suppliers in use before archived ones, then by name. The same address implies the same
 * domain, so the domain is not counted again.
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
