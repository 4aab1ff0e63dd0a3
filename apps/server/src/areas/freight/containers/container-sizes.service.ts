import type { ContainerSize, setContainerSize } from '@quayside/contracts/freight/freight-rates';
import type { BodyOut } from '@quayside/contracts/endpoint';
import { say } from '@quayside/contracts/texts/catalogue';
import { decimalText, withoutTrailingZeros } from '@quayside/domain/money/money';
import { CONTAINERS, type FullContainerType } from '@quayside/domain/shipments/containers';
import { parseFreightQuantity } from '@quayside/domain/shipments/freight-rates';
import { FULL_CONTAINERS } from '@quayside/contracts/freight/freight-rates';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError, type FieldProblem } from '../../../http/errors.ts';
import { containerSizes } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { deleteContainerSize, ownContainers, saveContainerSize } from './container-sizes.queries.ts';

/** A cubic metre in cubic millimetres and a kilogram in micrograms are both 10 to this power. */
const DECIMALS = 9;
const inMainUnit = (value: bigint): string => withoutTrailingZeros(decimalText(value, DECIMALS));
/** The most that is believed: 1000 m3 or 1000 tonnes. */
const MOST = { usableVolume: 1000n * 10n ** 9n, payload: 1_000_000n * 10n ** 9n } as const;

/** What containers hold: the published figures, or those of the account. */
export async function listSizes(w: Work): Promise<ContainerSize[]> {
  const sizes = await containerSizes(w);
  const own = await ownContainers(w);
  return FULL_CONTAINERS.map((containerType) => {
    const published = CONTAINERS[containerType];
    const { usableMm3, payloadUg } = sizes[containerType];
    return {
      containerType,
      name: published.name,
      usableVolume: inMainUnit(usableMm3),
      payload: inMainUnit(payloadUg),
      published: {
        usableVolume: inMainUnit(published.usableMm3),
        payload: inMainUnit(published.payloadUg),
        source: published.source,
      },
      isOwn: own.has(containerType),
    };
  });
}

async function sizeOf(w: Work, type: FullContainerType): Promise<ContainerSize> {
  const size = (await listSizes(w)).find(({ containerType }) => containerType === type);
  if (!size) throw new RangeError(`There is no container ${type}`);
  return size;
}

/** Sets what a container holds in this account. What plans cost by container is worked out again. */
export async function setSize(
  w: Work,
  type: FullContainerType,
  body: BodyOut<typeof setContainerSize>,
): Promise<ContainerSize> {
  await lockCosts(w);
  const before = await sizeOf(w, type);
  const [usableMm3, payloadUg] = measuresOf(body);
  await saveContainerSize(w, type, { usableMm3, payloadUg });
  return recordSize(w, before);
}

function measuresOf(body: BodyOut<typeof setContainerSize>): readonly [bigint, bigint] {
  const problems: FieldProblem[] = [];
  const read = (field: keyof typeof MOST): bigint => {
    const parsed = parseFreightQuantity(body[field]);
    if (!parsed.ok) problems.push({ field, message: parsed.message });
    else if (parsed.value === 0n) problems.push({ field, message: say('freight.above_zero') });
    else if (parsed.value > MOST[field]) problems.push({ field, message: say('amount.too_large') });
    else return parsed.value;
    return 0n;
  };
  const measures = [read('usableVolume'), read('payload')] as const;
  if (problems.length > 0) throw new AppError('bad_input', { errors: problems });
  return measures;
}

/** Goes back to the published figures. */
export async function resetSize(w: Work, type: FullContainerType): Promise<ContainerSize> {
  await lockCosts(w);
  const before = await sizeOf(w, type);
  await deleteContainerSize(w, type);
  return recordSize(w, before);
}

async function recordSize(w: Work, before: ContainerSize): Promise<ContainerSize> {
  const after = await sizeOf(w, before.containerType);
  const changes = changesBetween(
    ['usableVolume', 'payload'] as const,
    (field) => before[field],
    (field) => after[field],
  );
  if (changes.length === 0 && before.isOwn === after.isOwn) return after;
  await record(
    w,
    { action: 'freight-rate.container-changed', subjectIds: [], details: { name: after.name, changes } },
    changed('freight-rates', []),
  );
  await react(w, 'freight-rate.changed', { rateIds: [], containers: true });
  return after;
}
