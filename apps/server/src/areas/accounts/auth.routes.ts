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
} from '@quayside/contracts/auth';
import type { FastifyRequest } from 'fastify';
import { type Mounting, mount, mountPublic } from '../../http/mount.ts';
import { forgottenPassword as forgotten, resetForgottenPassword as reset } from './forgotten-password.service.ts';
import { askNewAddress, moveToNewAddress, triggerVerification, verifyAddress } from './own-address.service.ts';
import { changeOwnPassword } from './own-password.service.ts';

const agentOf = (request: FastifyRequest) => ({ ip: request.ip, userAgent: request.headers['user-agent'] ?? null });
const bearerOf = (request: FastifyRequest) => /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Proofs by mail and passwords. */
export function mountAuth(m: Mounting): void {
  const { deps } = m;
  mountPublic(m, forgottenPassword)((i) => forgotten(deps, i.body, agentOf(i.request)));
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
  // Both hash a password and write above accounts: the work is done ahead of the call's own transaction, which answers only.
  const ended = new WeakMap<FastifyRequest, number>();
  mount(
    m,
    changePassword,
    async (scope, i) => void ended.set(i.request, await changeOwnPassword(deps, scope, i.body)),
  )(async (_w, i) => ({
    endedSessions: ended.get(i.request) ?? 0,
  }));
  mount(m, changeEmail, (scope, i) => askNewAddress(deps, scope, i.body))(async (_w, i) => ({ pendingEmail: i.body.email }));
}
