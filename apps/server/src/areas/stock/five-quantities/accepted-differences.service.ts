import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import type {
  acceptDifference as spec,
  FiveQuantitiesLine,
  takeBackAcceptedDifference as takeBackSpec,
} from '@quayside/contracts/stock/five-quantities';
import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { readLineFacts } from './five-quantities-facts.views.ts';
import { findAccepted, insertAccepted, takeBackAccepted } from '../rows/five-quantities.queries.ts';
import { lineAnswers } from './five-quantities-list.service.ts';
import { standingOfLine, syncLines } from './five-quantities-sync.service.ts';

/** Accepts what is open of a difference: it leaves the queue until it grows. */
export async function acceptDifference(w: Work, body: BodyOut<typeof spec>): Promise<FiveQuantitiesLine> {
  await lockCosts(w);
  const { fiveQuantitiesId: lineId, difference, words } = body;
  const line = (await readLineFacts(w, [lineId])).get(lineId);
  if (!line) throw new AppError('stock.unknown_line');
  const { open } = standingOfLine(line)[difference];
  if (open === 0n) throw new AppError('stock.not_open');
  if (difference === 'NOT_RECEIVED' && open > 0n)
    throw new AppError('stock.not_open', { message: say('stock.decide_missing') });
  const { productId } = line;
  await takeBackAccepted(w, lineId, difference);
  await insertAccepted(w, { id: w.newId(), lineId, productId, difference, units: open, words });
  await syncLines(w, [lineId]);
  await record(
    w,
    {
      action: 'product.difference-accepted',
      subjectIds: [productId],
      details: { facts: { difference, units: Number(open), words }, trace: { lineId } },
    },
    changed('stock', [productId]),
  );
  const [answer] = await lineAnswers(w, [lineId]);
  if (!answer) throw new AppError('stock.unknown_line');
  return answer;
}

/** Takes back that a difference was accepted. */
export async function takeBackAcceptance(w: Work, id: string): Promise<ResponseOf<typeof takeBackSpec>> {
  await lockCosts(w);
  const accepted = await findAccepted(w, id);
  if (!accepted) throw new AppError('stock.unknown_difference');
  const { lineId, productId, difference, units } = accepted;
  await takeBackAccepted(w, lineId, difference);
  await syncLines(w, [lineId]);
  await record(
    w,
    {
      action: 'product.difference-open-again',
      subjectIds: [productId],
      details: { facts: { difference, units: Number(units) }, trace: { lineId } },
    },
    changed('stock', [productId]),
  );
  const line = (await readLineFacts(w, [lineId])).get(lineId);
  return { open: line ? Number(standingOfLine(line)[difference].open) : 0 };
}
