import * as contract from '@quayside/contracts/second-factor';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../../db/tx.ts';
import { type Handler, type Input, type Mounting, mount } from '../../http/mount.ts';
import * as factor from './second-factor.service.ts';

/** The second factor of the signed-in person, and the proof. All of it stands above accounts, so the work is done ahead of the call's own transaction. */
export function mountSecondFactor(m: Mounting): void {
  const { deps } = m;
  ahead(m, contract.getSecondFactor, (scope) => factor.getSecondFactor(deps, scope));
  ahead(m, contract.beginSecondFactor, (scope) => factor.beginSecondFactor(deps, scope));
  ahead(m, contract.confirmSecondFactor, (scope, i) => factor.confirmSecondFactor(deps, scope, i.body.code));
  ahead(m, contract.turnOffSecondFactor, (scope) => factor.turnOffSecondFactor(deps, scope));
  ahead(m, contract.renewRecoveryCodes, (scope) => factor.renewRecoveryCodes(deps, scope));
  ahead(m, contract.prove, (scope, i) => factor.prove(deps, scope, i.body));
}

function ahead<E extends EndpointSpec>(m: Mounting, spec: E, work: (scope: Scope, input: Input<E>) => Promise<ResponseOf<E> | void>): void {
  const answers = new WeakMap<FastifyRequest, ResponseOf<E> | void>();
  const answer = (async (_w: unknown, i: Input<E>) => answers.get(i.request)) as Handler<E>;
  mount(m, spec, async (scope, i) => void answers.set(i.request, await work(scope, i)))(answer);
}
