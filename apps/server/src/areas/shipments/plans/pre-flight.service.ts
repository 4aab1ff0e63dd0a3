import type { PreFlight, PreFlightFinding } from '@quayside/contracts/shipments/pre-flight';
import { decimalText, roundDiv } from '@quayside/domain/money/money';
import { sidesOf, weightOfCarton } from '@quayside/domain/shipments/cartons';
import type { ContainerSizes } from '@quayside/domain/shipments/containers';
import type { Holding } from '@quayside/domain/shipments/contents';
import { numberText } from '@quayside/domain/shipments/numbers';
import {
  checkPlan,
  type CheckedPlanRow,
  type PlanFinding,
  type PlanToCheck,
} from '@quayside/domain/shipments/plan-checks';
import { EXACT_SIZES, rulesFor } from '@quayside/domain/shipments/pre-flight-rules';
import type { Work } from '../../../db/tx.ts';
import { containerSizes } from '../../costs/public.ts';
import { type CartonOfLeaves, type PackListRow, readPackLists } from '../rows/leaves.views.ts';
import { plain } from '../rows/measure-texts.ts';
import type { PlanFields } from '../rows/plan-fields.ts';
import { goodsOf, type PlanGoods, totalOf } from '../sync/plan-goods.ts';
import { readRateHeads } from './plan-rates.views.ts';
import { fieldsOfPlan } from '../rows/plans.queries.ts';
import { requirePlanRow } from './plans.service.ts';

/** What pre-flight reads of a plan. */
type PlanInFlight = Pick<PlanFields, 'toAddressType' | 'country' | 'labelOwner' | 'containerType' | 'freightRateId'>;

/** Checks the cartons of a plan, with what it holds now. Nothing is stored. */
export async function getPreFlight(w: Work, id: string): Promise<PreFlight> {
  const plan = fieldsOfPlan(await requirePlanRow(w, id));
  const goods = await goodsOf(w, await readPackLists(w, 'plan_id', [id]));
  return answerOf(plan, goods, checkPlan(await toCheck(w, plan, goods)));
}

/** The number of errors that pre-flight finds in a plan with these fields. */
export async function countErrors(w: Work, id: string, plan: PlanInFlight): Promise<number> {
  const goods = await goodsOf(w, await readPackLists(w, 'plan_id', [id]));
  return errorsIn(checkPlan(await toCheck(w, plan, goods)).findings);
}

const errorsIn = (findings: readonly PlanFinding[]): number =>
  findings.filter(({ severity }) => severity === 'ERROR').length;

/** Plans to an Amazon address are held against its rules. */
const isToAmazon = ({ toAddressType }: PlanInFlight): boolean => toAddressType === 'AMAZON_FBA';

async function toCheck(w: Work, plan: PlanInFlight, { rows, cartons, packed }: PlanGoods): Promise<PlanToCheck> {
  const inCarton = Map.groupBy(rows, ({ cartonId }) => cartonId);
  const cartonRows = [...cartons.values()].toSorted((a, b) => Number(a.number - b.number));
  const contents = cartonRows.map((carton) => inCarton.get(carton.id) ?? []);
  return {
    isToAmazon: isToAmazon(plan),
    country: plan.country ?? '',
    labelOwner: plan.labelOwner,
    rows: cartonRows.map((carton, i) => checkedRow(carton, contents[i] ?? [])),
    planned: rows.map((row) => holding(numberText('PACK_LIST', row.number), row)),
    packed: cartonRows.flatMap((carton, i) =>
      (contents[i] ?? []).map((row) => holding(numberText('CARTON', carton.number), row)),
    ),
    container: await containerOf(w, plan, packed),
  };
}

const holding = (place: string, { sku, units }: PackListRow): Holding => ({ place, sku, units });

function checkedRow(carton: CartonOfLeaves, rows: readonly PackListRow[]): CheckedPlanRow {
  const count = BigInt(carton.count);
  const { length, width, height, dimensionUnit: unit } = carton;
  return {
    number: numberText('CARTON', carton.number),
    count,
    sides: unit === null ? null : sidesOf({ length, width, height, unit }),
    weightUg: weightOfCarton(
      carton,
      rows.map(({ units, weightUg }) => ({ units: units / count, weightUg })),
    ),
    contents: rows.map(({ sku, units }) => ({ sku, units: units / count })),
    maxUnits: carton.maxUnits === null ? null : BigInt(carton.maxUnits),
    typeName: carton.typeName,
  };
}

/** The one container of a plan. By a freight rate per container there are as many as the goods need. */
async function containerOf(
  w: Work,
  { containerType: type, freightRateId }: PlanInFlight,
  packed: PlanGoods['packed'],
): Promise<PlanToCheck['container']> {
  if (type === null || type === 'LCL') return null;
  const rate = freightRateId === null ? undefined : (await readRateHeads(w, [freightRateId])).get(freightRateId);
  const [volume, weight] = [totalOf(packed, 'volume'), totalOf(packed, 'weight')];
  if (rate?.unit === 'CONTAINER' || !volume || !weight) return null;
  const sizes: ContainerSizes = await containerSizes(w);
  return { type, size: sizes[type], volume, weight };
}

/** Millionths as shown. */
const microText = (value: bigint | null): string | null => (value === null ? null : plain(decimalText(value, 6)));

function answerOf(plan: PlanInFlight, goods: PlanGoods, { findings, labels }: ReturnType<typeof checkPlan>): PreFlight {
  const byNumber = new Map([...goods.cartons.values()].map((one) => [numberText('CARTON', one.number), one]));
  const refOf = (number: string) => ({ id: byNumber.get(number)?.id ?? '', number });
  const placesOf = (places: PlanFinding['plannedIn']): PreFlightFinding['plannedIn'] =>
    places.map(({ place, units }) => ({
      number: place,
      units: Number(units),
      cartonId: byNumber.get(place)?.id ?? null,
    }));
  const rules = isToAmazon(plan) ? rulesFor(plan.country ?? '') : undefined;
  const errors = errorsIn(findings);
  return {
    errors,
    warnings: findings.length - errors,
    cartons: [...byNumber.values()].reduce((sum, { count }) => sum + count, 0),
    isToAmazon: isToAmazon(plan),
    rules: rules ? { marketplace: rules.marketplace, version: rules.version, sources: [...rules.sources] } : null,
    findings: findings.map(({ cartonRow, limitMicro, valueMicro, plannedIn, packedIn, ...finding }) => ({
      ...finding,
      carton: cartonRow === null ? null : refOf(cartonRow),
      skus: [...finding.skus],
      sources: [...finding.sources],
      limit: microText(limitMicro),
      value: microText(valueMicro),
      plannedIn: placesOf(plannedIn),
      packedIn: placesOf(packedIn),
    })),
    labels: labels.map(({ cartonRow, label, above: { exact, unit } }) => ({
      carton: refOf(cartonRow),
      count: byNumber.get(cartonRow)?.count ?? 0,
      label,
      above: microText(roundDiv(exact * 1_000_000n, EXACT_SIZES[unit])) ?? '',
      unit,
    })),
  };
}
