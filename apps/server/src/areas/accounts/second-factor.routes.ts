import * as contract from '@quayside/contracts/accounts/second-factor';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import type { Scope } from '../../db/tx.ts';
import { type Handler, type Input, type Mounting, mount } from '../../http/mount.ts';
import * as factor from './second-factor/second-factor.service.ts';

/**
 * Mounts the calls for the second factor of the signed-in person and for proving their identity again. Both concern the
 * person and not an account, so the work is done before the transaction that the call opens for the account.
 */
export function mountSecondFactor(m: Mounting): void {
  const { deps } = m;
  ahead(m, contract.getSecondFactor, (scope) => factor.getSecondFactor(deps, scope));
  ahead(m, contract.beginSecondFactor, (scope) => factor.beginSecondFactor(deps, scope));
  ahead(m, contract.confirmSecondFactor, (scope, i) => factor.confirmSecondFactor(deps, scope, i.body.code));
  ahead(m, contract.turnOffSecondFactor, (scope) => factor.turnOffSecondFactor(deps, scope));
  ahead(m, contract.renewRecoveryCodes, (scope) => factor.renewRecoveryCodes(deps, scope));
  ahead(m, contract.prove, (scope, i) => factor.prove(deps, scope, i.body));
}

function ahead<E extends EndpointSpec>(
  m: Mounting,
  spec: E,
  work: (scope: Scope, input: Input<E>) => ReturnType<Handler<E>>,
): void {
  mount(m, spec, work)(async (_work, _input, answer) => answer);
}
