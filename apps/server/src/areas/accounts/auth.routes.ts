import { languageOfHeader } from '@quayside/contracts/texts/languages';
import {
  changeEmail,
  changePassword,
  forgottenPassword,
  proveNewAddress,
  proveNewAddressByClick,
  resetForgottenPassword,
  triggerVerifyEmail,
  verifyUser,
  verifyUserByClick,
} from '@quayside/contracts/accounts/auth';
import type { FastifyRequest } from 'fastify';
import { type Mounting, mount, mountPublic } from '../../http/mount.ts';
import {
  forgottenPassword as forgotten,
  resetForgottenPassword as reset,
} from './sign-in/forgotten-password.service.ts';
import { deviceCookieName } from './sign-in/known-device.ts';
import {
  askNewAddress,
  checkNewAddress,
  moveToNewAddress,
  triggerVerification,
  verifyAddress,
} from './own/own-address.service.ts';
import { changeOwnPassword, checkPasswordChange } from './own/own-password.service.ts';

const agentOf = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  language: languageOfHeader(request.headers['accept-language']),
});
const bearerOf = (request: FastifyRequest) => /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Mounts the calls for mailed links and passwords. */
export function mountAuth(m: Mounting): void {
  const { deps } = m;
  mountPublic(
    m,
    forgottenPassword,
  )((i) =>
    forgotten(deps, i.body, { ...agentOf(i.request), deviceCookie: i.request.cookies[deviceCookieName(deps.config)] }),
  );
  mountPublic(m, resetForgottenPassword)((i) => reset(deps, i.params.userId, i.body, agentOf(i.request)));
  for (const spec of [verifyUser, verifyUserByClick])
    mountPublic(m, spec)((i) => verifyAddress(deps, i.params.userId, i.params.verificationToken, agentOf(i.request)));
  for (const spec of [proveNewAddress, proveNewAddressByClick])
    mountPublic(
      m,
      spec,
    )((i) =>
      moveToNewAddress(deps, i.params.userId, i.params.verificationToken, {
        ...agentOf(i.request),
        bearer: bearerOf(i.request),
        requestId: i.request.id,
      }),
    );
  mount(m, triggerVerifyEmail)((w) => triggerVerification(deps, w));
  // The next two calls hash passwords, which is slow, so they do this before the transaction begins.
  mount(m, changePassword, (scope, i) => checkPasswordChange(deps, scope, i.body))((w, _i, checked) =>
    changeOwnPassword(w, deps, checked),
  );
  mount(m, changeEmail, (scope, i) => checkNewAddress(deps, scope, i.body))((w, i) => askNewAddress(w, deps, i.body));
}
