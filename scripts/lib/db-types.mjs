import pg from 'pg';
import { fromRoot, tools } from './paths.mjs';
import { runNode } from './processes.mjs';

/**
 * Generates the table types of the database, as configured in .kysely-codegenrc.json. With `verify`, compares them with
 * the existing file instead.
 */
export async function generateTypes(url, { verify = false } = {}) {
  const args = [
    '--config-file',
    fromRoot('.kysely-codegenrc.json'),
    '--log-level',
    'error',
    '--url',
    url,
    '--overrides',
    JSON.stringify({ columns: await listedValues(url) }),
    ...(verify ? ['--verify'] : []),
  ];
  return runNode([tools.kyselyCodegen, ...args], { quiet: true });
}

/** A check constraint that lists the allowed values of a text column, as PostgreSQL prints it. */
const LIST = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/;
const VALUE = /'((?:[^']|'')*)'::text/g;

/**
 * Generates types for the text columns whose check constraint lists the allowed values, such as `"AIR" | "LAND" | "SEA"
 * | null`. A value that is not allowed then does not compile, and code needs no cast to read the column.
 */
async function listedValues(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`
      select t.relname as "table", a.attname as "column", not a.attnotnull as nullable, a.atthasdef as generated,
        pg_get_constraintdef(c.oid) as "check"
      from pg_constraint c
        join pg_class t on t.oid = c.conrelid
        join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
      where c.contype = 'c' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1
        and a.atttypid = 'text'::regtype
      order by 1, 2`);
    return Object.fromEntries(
      rows.flatMap((row) => {
        const list = LIST.exec(row.check)?.[1];
        if (list === undefined) return [];
        const values = [...list.matchAll(VALUE)].map((match) => JSON.stringify(match[1].replaceAll("''", "'")));
        const union = [...values.toSorted(), ...(row.nullable ? ['null'] : [])].join(' | ');
        return [[`${row.table}.${row.column}`, row.generated ? `Generated<${union}>` : union]];
      }),
    );
  } finally {
    await client.end();
  }
}
