import { languageOfHeader } from '@quayside/contracts/texts/languages';
import { say } from '@quayside/contracts/texts/catalogue';
import {
  authenticate,
  demoStatus,
  getAccountSettings,
  getMe,
  listCurrencies,
  logout,
  openDemo,
  registerTrial,
  renewToken,
  type Token,
  updateAccountSettings,
} from '@quayside/contracts/accounts/accounts';
import { CURRENCIES } from '@quayside/domain/money/currencies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { aboveAccount } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';
import { type Mounting, mount, mountPublic } from '../../http/mount.ts';
import { newToken } from '../../http/tokens.ts';
import { signIn } from './sign-in/sign-in.service.ts';
import { findMe } from './own/me.service.ts';
import { register } from './sign-in/registration.service.ts';
import * as settings from './settings/account-settings.service.ts';
import { isDemoAvailable, openDemoSeller } from './sign-in/demo-sign-in.ts';
import { DEVICE_PATHS, deviceCookieName, rememberDevice } from './sign-in/known-device.ts';
import {
  type Agent,
  endSessions,
  type Issued,
  REFRESH_IDLE_SECONDS,
  renewSession,
} from './sign-in/sessions.service.ts';

/** The lifetime of the device cookie; browsers limit it to 400 days. */
const DEVICE_SECONDS = 400 * 24 * 3600;
const agentOf = (request: FastifyRequest): Agent => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  language: languageOfHeader(request.headers['accept-language']),
});
const knownAgentOf = (m: Mounting, request: FastifyRequest): Agent => ({
  ...agentOf(request),
  deviceCookie: request.cookies[deviceCookieName(m.deps.config)],
});
const isWeb = (request: FastifyRequest) => request.headers['x-client'] === 'web';

/**
 * For the web client, moves the refresh token into an HttpOnly cookie, so that scripts in the page cannot read it.
 * Other clients get it in the body.
 */
function answerToken(m: Mounting, request: FastifyRequest, reply: FastifyReply, issued: Issued): Token {
  if (!isWeb(request)) return issued.token;
  reply.setCookie(cookieName(m), issued.refresh, {
    httpOnly: true,
    sameSite: 'strict',
    secure: m.deps.config.isHttps,
    path: '/api/v2/gateway',
    maxAge: REFRESH_IDLE_SECONDS,
  });
  return { ...issued.token, refresh_token: '' };
}
const cookieName = (m: Mounting) => (m.deps.config.isHttps ? '__Secure-quayside_refresh' : 'quayside_refresh');

/**
 * Like `answerToken`, but for a completed sign-in: also sets the cookie by which the server later recognises the
 * browser as one that this person has used.
 */
function answerKnown(m: Mounting, request: FastifyRequest, reply: FastifyReply, issued: Issued): Token {
  if (isWeb(request)) {
    const name = deviceCookieName(m.deps.config);
    const device = rememberDevice(m.deps.secrets, request.cookies[name], issued.knownTo ?? issued.token.userId, () =>
      newToken(),
    );
    for (const path of DEVICE_PATHS)
      reply.setCookie(name, device, {
        httpOnly: true,
        sameSite: 'strict',
        secure: m.deps.config.isHttps,
        path,
        maxAge: DEVICE_SECONDS,
      });
  }
  return answerToken(m, request, reply, issued);
}

export function mountAccounts(m: Mounting): void {
  const { deps } = m;
  mountPublic(
    m,
    authenticate,
  )(async (i) => answerKnown(m, i.request, i.reply, await signIn(deps, i.body, knownAgentOf(m, i.request))));
  mountPublic(
    m,
    registerTrial,
  )(async (i) => answerKnown(m, i.request, i.reply, await register(deps, i.body, knownAgentOf(m, i.request))));
  mountPublic(
    m,
    renewToken,
  )(async (i) => {
    const bearer = /^Bearer (.+)$/i.exec(i.request.headers.authorization ?? '')?.[1];
    const presented = (isWeb(i.request) ? i.request.cookies[cookieName(m)] : undefined) ?? bearer;
    if (presented === undefined) throw new AppError('not_signed_in', { message: say('http.token_gone') });
    return answerToken(m, i.request, i.reply, await renewSession(deps, i.params.userId, presented));
  });
  mount(
    m,
    logout,
  )(async (w, i) => {
    const { sessionId, accountId, userId } = w.scope;
    if (sessionId !== null)
      await aboveAccount(w, (tx) => endSessions(tx, w.now, [{ id: sessionId, accountId, personId: userId }]));
    if (sessionId !== null) deps.signIn.forgetSessions([sessionId]);
    i.reply.clearCookie(cookieName(m), { path: '/api/v2/gateway' });
  });
  mountPublic(
    m,
    demoStatus,
  )(async () => ({ available: await isDemoAvailable(deps), hasMailbox: deps.mailbox !== undefined }));
  mountPublic(
    m,
    openDemo,
  )(async (i) => answerToken(m, i.request, i.reply, await openDemoSeller(deps, i.body.as, agentOf(i.request))));
  mount(m, getMe)(findMe);
  mount(m, getAccountSettings)((w) => settings.getSettings(w));
  mount(m, updateAccountSettings)((w, i) => settings.updateSettings(w, i.body));
  mount(
    m,
    listCurrencies,
  )(async () => CURRENCIES.map((c) => ({ code: c.code, name: c.name, symbol: c.symbol, decimals: c.exponent })));
}
