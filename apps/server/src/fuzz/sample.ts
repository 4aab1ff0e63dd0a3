/** The part of JSON schema that the contract uses. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** A place of a request: the names that lead to it, with `[]` for an entry of a list. */
export type Place = readonly string[];

/** Makes the decisions that are needed to create a value from its schema. */
export interface Chooser {
  /** Whether an optional field is filled. */
  readonly isFilled: (place: Place) => boolean;
  /** How many entries a list gets, if it needs at least `least`. */
  readonly lengthOf: (place: Place, least: number) => number;
  readonly pick: <T>(options: readonly T[], place: Place) => T;
  /** The id of a record. `type` is the kind of record that a field beside it names, for example `INVOICE`. */
  readonly idAt: (place: Place, type: string | undefined) => string;
  /** A text that only the caller knows, for example a token; undefined if any text will do. */
  readonly textAt?: (place: Place) => string | undefined;
}

/** Texts for the formats of the contract: each format accepts at least one of them. */
const TEXTS = [
  'Haosheng',
  'GBP',
  'CN',
  '2026-11-20',
  '2026-11-20T10:00:00.000Z',
  'maya@harbourandpine.example',
  '+44 20 7946 0000',
  'https://example.com/picture.png',
  '12',
  '123456',
  'true',
  'a long ferry crossing',
  '[]',
  'x',
];
const isText = (schema: Schema, text: string): boolean =>
  (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text)) &&
  text.length >= (schema.minLength ?? 0) &&
  text.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY);
const OF_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T10:00:00.000Z',
  uri: 'https://example.com/picture.png',
  email: 'maya@harbourandpine.example',
};

/** Creates a value that fits a schema. */
export function sample(schema: Schema, choose: Chooser, place: Place = [], type?: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return choose.pick(schema.enum, place);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return sample(choose.pick(options, place), choose, place, type);
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, choose, place);
    case 'array': {
      const length = choose.lengthOf(place, schema.minItems ?? 0);
      return Array.from({ length }, () => sample(schema.items ?? {}, choose, [...place, '[]']));
    }
    case 'string':
      return sampleText(schema, choose, place, type);
    case 'boolean':
      return choose.pick([true, false], place);
    case 'integer':
    case 'number':
      return choose.pick(numbersOf(schema), place);
    case 'null':
      return null;
    default:
      return choose.pick(['x', 1], place);
  }
}

function numbersOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): number[] {
  const fitting = [1, 0, 2, 12, 250, minimum, maximum].filter((number) => number >= minimum && number <= maximum);
  return fitting.length > 0 ? fitting : [minimum];
}

function sampleText(schema: Schema, choose: Chooser, place: Place, type: string | undefined): string {
  if (schema.format === 'uuid') return choose.idAt(place, type);
  const known = choose.textAt?.(place);
  if (known !== undefined) return known;
  const ofFormat = OF_FORMAT[schema.format ?? ''];
  if (ofFormat !== undefined) return ofFormat;
  const fitting = TEXTS.filter((text) => isText(schema, text));
  return fitting.length > 0 ? choose.pick(fitting, place) : 'x'.repeat(schema.minLength ?? 8);
}

function sampleObject(schema: Schema, choose: Chooser, place: Place): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, field] of typesFirst(schema)) {
    const at = [...place, name];
    if (!schema.required?.includes(name) && !choose.isFilled(at)) continue;
    const type = made['type'] ?? made['entityType'];
    made[name] = sample(field, choose, at, typeof type === 'string' ? type : undefined);
  }
  return made;
}

/** The fields of an object. Fields that name a kind of record come first, because they decide which ids fit. */
const typesFirst = ({ properties = {} }: Schema): (readonly [string, Schema])[] =>
  Object.entries(properties).toSorted(([a], [b]) => Number(/type$/i.test(b)) - Number(/type$/i.test(a)));
