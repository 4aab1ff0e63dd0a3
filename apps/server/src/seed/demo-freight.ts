import { createDutyRate, uploadDutyRates } from '@quayside/contracts/freight/duty-rates';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import { createFreightRate } from '@quayside/contracts/freight/freight-rates';
import type { LocalInput } from '../http/local-client.ts';

/** Makes one call as the demo seller, which must succeed. */
type Call = <E extends EndpointSpec>(endpoint: E, input?: LocalInput<E>) => Promise<ResponseOf<E>>;

/**
 * The HS code of each range by the middle of its SKUs, and its duty in the United Kingdom and in the United States. The
 * codes are those of such goods; the rates are sample values.
 */
const GOODS: Readonly<Record<string, readonly [hsCode: string, british: string, american: string | null]>> = {
  KTL: ['7323.93.00', '2', '2'],
  JAR: ['7013.49.99', '8', '7.2'],
  BRD: ['4419.19.00', '0', '5.3'],
  CUT: ['4419.11.00', '0', '3.2'],
  ORG: ['3924.90.00', '6', '3.4'],
  MUG: ['6912.00.23', '4', '9.8'],
  TRY: ['4419.90.00', '0', null],
  LMP: ['9405.21.00', '2', '3.7'],
  USB: ['8504.40.60', '0', '0'],
  NLT: ['9405.42.00', '2', '3.9'],
  CBL: ['8544.42.10', '0', '2.6'],
  SPK: ['8518.22.00', '0', '4.9'],
  STD: ['7616.99.90', '6', '2.5'],
  FAN: ['8414.51.00', '2', '4.7'],
  TWL: ['6302.60.00', '12', '9.1'],
  HTW: ['6302.60.00', '12', '9.1'],
  RUG: ['5705.00.30', '8', '3.3'],
  HNG: ['3926.90.97', '6.5', '5.3'],
  APR: ['6211.43.90', '12', null],
  BAG: ['4202.92.98', '2.7', '6.3'],
};

/** The HS code of a product of the demo seller. */
export const hsCodeOf = (sku: string): string => GOODS[sku.split('-')[1] ?? '']?.[0] ?? '';

/** The duty rates by HS code as the customs broker sends them. Towels are in it once. */
function dutyTable(from: string): string {
  const rows = [...new Map(Object.values(GOODS).map((goods) => [goods[0], goods])).values()].flatMap(
    ([code, british, american]) => [
      `${code},United Kingdom,${british},${from}`,
      ...(american === null ? [] : [`${code},United States,${american},${from}`]),
    ],
  );
  return ['HS code,Destination,Duty rate (%),Valid from', ...rows, ''].join('\n');
}

interface Known {
  readonly ago: (days: number) => string;
  readonly suppliers: ReadonlyMap<string, string>;
  readonly skus: ReadonlyMap<string, string>;
}

/** Three freight rates of two forwarders, of which one is expired, and the duty of the goods. */
export async function demoFreight(
  call: Call,
  { ago, suppliers, skus }: Known,
): Promise<{ readonly doorToDoor: string }> {
  const fromChina = { fromCountry: 'CN', toCountry: 'GB' } as const;
  await call(createFreightRate, {
    body: {
      ...fromChina,
      name: 'Air Shenzhen to Heathrow',
      forwarderId: suppliers.get('ocean') ?? null,
      mode: 'AIR',
      currency: 'USD',
      unit: 'KG',
      breaks: [
        { from: '0', price: '7.00' },
        { from: '45', price: '5.50' },
        { from: '100', price: '4.20' },
      ],
      step: '1',
      leastCharge: '80.00',
      fees: [{ name: 'Airway bill and handling', amount: '120.00' }],
      transitDays: 6,
      validFrom: ago(28),
      validTo: ago(-62),
    },
  });
  await call(createFreightRate, {
    body: {
      ...fromChina,
      name: 'LCL Ningbo to Felixstowe',
      forwarderId: suppliers.get('ocean') ?? null,
      mode: 'SEA',
      currency: 'USD',
      unit: 'WM',
      breaks: [{ from: '0', price: '118.00' }],
      divisor: '1000',
      divisorUnit: 'KG_PER_M3',
      fees: [
        { name: 'Documents', amount: '65.00' },
        { name: 'Terminal handling', amount: '120.00' },
      ],
      transitDays: 34,
      validFrom: ago(200),
      validTo: ago(20),
      notes: 'Asked for the rate of the new quarter.',
    },
  });
  const door = await call(createFreightRate, {
    body: {
      ...fromChina,
      name: '40HQ Ningbo to Bristol, door to door',
      forwarderId: suppliers.get('haulage') ?? null,
      mode: 'SEA',
      currency: 'GBP',
      unit: 'CONTAINER',
      containerType: '40FT_HC',
      breaks: [{ from: '0', price: '3650.00' }],
      transitDays: 38,
      validFrom: ago(14),
      validTo: ago(-76),
    },
  });
  await call(uploadDutyRates, {
    query: { dryRun: 'false' },
    file: { name: 'duty.csv', content: dutyTable(ago(300)) },
  });
  // The customs of the United Kingdom decided about this kettle by itself.
  await call(createDutyRate, {
    body: {
      productId: skus.get('HP-KTL-03') ?? null,
      country: 'GB',
      percent: '2.7',
      validFrom: ago(300),
      notes: 'Enamelled, so the ruling names another heading.',
    },
  });
  return { doorToDoor: door.id };
}
