import type { EndpointSpec } from '@quayside/contracts/endpoint';
import {
  acceptDifference,
  type LineDifference,
  takeBackAcceptedDifference,
} from '@quayside/contracts/stock/five-quantities';
import type { Missing } from '@quayside/contracts/stock/missing';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { grouped } from '@quayside/domain/money/money';
import { PAPERS_OF } from '@quayside/domain/stock/claims';
import { DEBTOR_OF, type Difference, type StandingDifference } from '@quayside/domain/stock/five-quantities';
import type { Scope } from '../../../db/tx.ts';
import { type May, mayCall, no, YES } from '../../../http/may.ts';
import type { StoredLine } from '../rows/five-quantities.queries.ts';
import type { LineHead } from './five-quantities.views.ts';

/** A line with all that is known of it. */
export interface KnownLine {
  readonly line: StoredLine;
  readonly head: LineHead;
  /** What of it is in the queue of missing units. */
  readonly missing: readonly Missing[];
  readonly people: ReadonlyMap<string, string>;
  readonly mays: Mays;
}

type Asked = Pick<LineDifference, 'debtor' | 'debtorName' | 'deadline' | 'deadlineSource' | 'papers' | 'claim'>;
type OfKind = StandingDifference & { readonly kind: Difference };
const NOBODY: Asked = {
  debtor: null,
  debtorName: null,
  deadline: null,
  deadlineSource: null,
  papers: [],
  claim: null,
};

/** A difference of a line as lists show it: who is asked about it, until when, and with which papers. */
export function answerDifference(scope: Scope, known: KnownLine, difference: OfKind): LineDifference {
  const { kind, units, open, state } = difference;
  const accepted = known.head.accepted.find((one) => one.difference === kind);
  return {
    difference: kind,
    quantity: Number(units),
    openQuantity: Number(open),
    state,
    ...(open === 0n ? NOBODY : askedOf(scope, known, difference)),
    accepted: accepted
      ? {
          id: accepted.id,
          quantity: Number(accepted.units),
          words: accepted.words,
          createdAt: accepted.createdAt.toISOString(),
          createdBy: accepted.createdBy === null ? null : (known.people.get(accepted.createdBy) ?? null),
        }
      : null,
    can: {
      accept: mayAccept(known.mays, difference),
      takeBack: known.mays.refused.takeBack ?? (accepted ? YES : known.mays.notAccepted),
    },
  };
}

/** What a person may do with differences, worked out once for a page. */
interface Mays {
  /** Whoever may accept none, or take none back, is told why. */
  readonly refused: { readonly accept: May | null; readonly takeBack: May | null };
  readonly calm: May;
  readonly decide: May;
  readonly notAccepted: May;
}

export function maysOf(scope: Scope): Mays {
  const refusedFor = (endpoint: EndpointSpec): May | null => {
    const may = mayCall(endpoint, scope);
    return may.allowed ? null : may;
  };
  return {
    refused: {
      accept: refusedFor(acceptDifference),
      takeBack: refusedFor(takeBackAcceptedDifference),
    },
    calm: no(scope, say('stock.difference_calm')),
    decide: no(scope, say('stock.decide_missing')),
    notAccepted: no(scope, say('stock.not_accepted')),
  };
}

function mayAccept({ refused, calm, decide }: Mays, { kind, open }: OfKind): May {
  if (refused.accept) return refused.accept;
  if (open === 0n) return calm;
  return kind === 'NOT_RECEIVED' && open > 0n ? decide : YES;
}

/** What did not arrive is asked for as the queue of missing units says: of its dearest part first. */
function askedOf(scope: Scope, known: KnownLine, difference: OfKind): Asked {
  const { kind, open } = difference;
  const [first, ...others] = known.missing;
  if (kind === 'NOT_RECEIVED' && open > 0n && first) {
    const deadlines = known.missing.flatMap(({ deadline }) => deadline ?? []).toSorted();
    const { debtor, debtorName, papers } = first;
    const claim = [first, ...others].map((one) => one.claim).join('\n\n');
    const soonest = known.missing.find(({ deadline }) => deadline !== null && deadline === deadlines[0]);
    return {
      debtor,
      debtorName,
      deadline: soonest?.deadline ?? null,
      deadlineSource: soonest?.deadlineSource ?? null,
      papers,
      claim,
    };
  }
  const debtor = kind === 'NOT_RECEIVED' ? 'SUPPLIER' : DEBTOR_OF[kind];
  const invoices = known.head.invoices.map(({ number }) => number).join(', ') || null;
  return {
    ...NOBODY,
    debtor,
    debtorName: known.head.supplierName,
    papers: PAPERS_OF[debtor].map((paper) => ({ paper, reference: paper === 'INVOICE' ? invoices : null })),
    claim: claimOf(scope, known, difference),
  };
}

/** A text to send: which goods, what should be there and what is, and what is asked for. */
function claimOf(scope: Scope, { line, head }: KnownLine, { kind, open }: OfKind): string {
  const [whole, part] = {
    NOT_INVOICED: [line.ordered, line.invoiced],
    NOT_PACKED: [line.invoiced, line.packed],
    NOT_SHIPPED: [line.packed, line.shipped],
    NOT_RECEIVED: [line.shipped, line.received],
  }[kind].map((units) => grouped(String(units))) as [string, string];
  const lines: readonly (Text | readonly never[])[] = [
    head.poNumber === null ? [] : say('claim.purchase_order', { number: head.poNumber }),
    head.poNumber === null ? head.orders.map(({ number }) => say('claim.order', { number })) : [],
    head.invoices.length === 0
      ? []
      : say('claim.invoices', { invoices: head.invoices.map(({ number }) => number).join(', ') }),
    say('claim.product', { sku: head.sku, name: head.productName }),
    open > 0n
      ? say(`claim.${kind}`, { count: Number(open), whole, part, units: grouped(String(open)) })
      : say(`claim.over_${kind}`, { whole, part }),
    say(open > 0n ? `claim.ask_${kind}` : 'claim.ask_surplus'),
  ].flat();
  return lines.flatMap((text) => ('length' in text ? [] : [wordsOf(text as Text, scope.language)])).join('\n');
}
