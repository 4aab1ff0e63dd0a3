import { createHash } from 'node:crypto';
import { say, type TextCode } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { Packed } from '@quayside/domain/shipments/leaves';
import { containerName } from '@quayside/domain/shipments/containers';
import { numberText } from '@quayside/domain/shipments/numbers';
import { formulaSafe } from '../../../tables/formula-safe.ts';
import type { CartonOfLeaves, PackListRow } from '../rows/leaves.views.ts';
import { measureText, plain } from '../rows/measure-texts.ts';
import type { PlanRow } from '../rows/plans.queries.ts';

/** What the CSV of a plan is made of. */
interface PlanContents {
  readonly plan: PlanRow;
  /** All its pack lists, by number. */
  readonly packLists: readonly PackListRow[];
  readonly cartons: ReadonlyMap<string, CartonOfLeaves>;
  readonly packed: readonly Packed[];
}

const BOM = '\ufeff';

type Cell = string | null;
/** Texts are always quoted, so that a spreadsheet does not turn 00123 into a number. */
const text = (value: string | null): Cell => (value === null ? null : quoted(formulaSafe(value)));
const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/**
 * The CSV of a plan: a row for each pack list, with a byte order mark. It is in English whoever asks for it, and says
 * nothing that changes without a change of the plan or of its goods, so that the same plan gives the same bytes.
 */
export function csvOfPlan(contents: PlanContents): string {
  const [ofPlan, ofGoods] = [planColumns(contents.plan), goodsColumns(contents)];
  const same = ofPlan.map(([, cell]) => `${cell ?? ''},`).join('');
  const lines = contents.packLists.map((row) => same + ofGoods.map(([, cell]) => cell(row) ?? '').join(','));
  const headings = [...ofPlan, ...ofGoods].map(([code]) => quoted(wordsOf({ code })));
  return `${BOM}${[headings.join(','), ...lines].join('\n')}\n`;
}

export const sha256Of = (csv: string): string => createHash('sha256').update(csv).digest('hex');

type Column = readonly [TextCode, (row: PackListRow) => Cell];

/** What is the same in each row. */
function planColumns(plan: PlanRow): (readonly [TextCode, Cell])[] {
  const worded = (code: TextCode | null) => text(code === null ? null : wordsOf({ code }));
  return [
    ['plan_csv.plan', text(numberText('SHIPMENT_PLAN', plan.number))],
    ['plan_csv.job', text(plan.job_number)],
    ['plan_csv.method', worded(plan.shipping_method && `pdf.method.${plan.shipping_method}`)],
    ['plan_csv.container', text(plan.container_type && containerName(plan.container_type))],
    ['plan_csv.from_country', text(plan.from_country)],
    ['plan_csv.from_address', text(plan.from_address)],
    ['plan_csv.to_country', text(plan.country)],
    ['plan_csv.to_address', text(plan.address)],
    ['plan_csv.warehouse_reference', text(plan.warehouse_reference)],
    ['plan_csv.ready', text(plan.ready_on ?? plan.estimated_ready_date)],
    ['plan_csv.cut_off', text(plan.cut_off)],
    ['plan_csv.etd', text(plan.estimated_ship_date)],
    ['plan_csv.eta', text(plan.eta)],
    ['plan_csv.hazardous', text(wordsOf(say(plan.is_hazardous_goods ? 'plan_csv.yes' : 'plan_csv.no')))],
  ];
}

function goodsColumns({ packLists, cartons, packed }: PlanContents): Column[] {
  const measures = new Map(packed.flatMap(({ leaves }) => leaves).map((one) => [one.leaf.packListId ?? '', one]));
  // The cartons of a row that several pack lists share stand in the first of these, so that the column adds up.
  const firstOfRow = new Map(packLists.toReversed().map((row) => [row.cartonId, row.id]));
  const cartonOf = (row: PackListRow) => cartons.get(row.cartonId ?? '');
  const ofCarton =
    (read: (carton: CartonOfLeaves) => Cell) =>
    (row: PackListRow): Cell => {
      const carton = cartonOf(row);
      return carton ? read(carton) : null;
    };
  return [
    ['plan_csv.pack_list', (row) => text(numberText('PACK_LIST', row.number))],
    ['plan_csv.order', (row) => text(row.orderNumber)],
    ['plan_csv.sku', (row) => text(row.sku)],
    ['plan_csv.product', (row) => text(row.productName)],
    ['plan_csv.units', (row) => String(row.units)],
    ['plan_csv.carton_row', ofCarton(({ number }) => text(numberText('CARTON', number)))],
    ['plan_csv.cartons', (row) => (firstOfRow.get(row.cartonId) === row.id ? ofCarton(countOf)(row) : null)],
    ['plan_csv.units_per_carton', (row) => ofCarton(({ count }) => String(row.units / BigInt(count)))(row)],
    ['plan_csv.length', ofCarton(({ length }) => sideText(length))],
    ['plan_csv.width', ofCarton(({ width }) => sideText(width))],
    ['plan_csv.height', ofCarton(({ height }) => sideText(height))],
    ['plan_csv.unit', ofCarton(({ dimensionUnit }) => text(dimensionUnit))],
    ['plan_csv.weight', ({ id }) => measureText(measures.get(id)?.weight ?? null)],
    ['plan_csv.volume', ({ id }) => measureText(measures.get(id)?.volume ?? null)],
  ];
}

const countOf = ({ count }: CartonOfLeaves): Cell => String(count);
const sideText = (side: string | null): Cell => (side === null ? null : plain(side));
