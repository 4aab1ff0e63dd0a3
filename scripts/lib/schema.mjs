import pg from 'pg';
import { fromRoot } from './paths.mjs';

/** The description of the schema in the repository, for readers and for `npm test`. */
export const SCHEMA_FILE = fromRoot('docs/schema.txt');

const OWN = `n.nspname = 'public' and c.relname not like 'schema\\_migration%'`;
const EXTENSION_FREE = (id, catalog) =>
  `not exists (
    select from pg_depend d where d.objid = ${id} and d.classid = '${catalog}'::regclass and d.deptype = 'e'
  )`;

/**
 * One query per kind of object. Columns: table ('' for objects of the schema itself), kind, position, line. The queries
 * use only SQL that PostgreSQL 15 supports.
 */
const QUERIES = [
  `
    select c.relname as place, 0 as kind, a.attnum::int as position,
      format(
        '  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then ' not null' else '' end,
        case
          when a.attidentity <> ''
            then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
          when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
          when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
          else ''
        end || case
          when a.attcollation <> 0 and a.attcollation <> t.typcollation
            then ' collate ' || (select collname from pg_collation where oid = a.attcollation)
          else ''
        end
      ) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${OWN} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  `
    select c.relname, 1, 0, format('  constraint %s %s', k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${OWN} and k.contype <> 'n'`,
  `
    select c.relname, 2, 0, format('  %s', regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE ', ''))
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OWN}
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`,
  `
    select c.relname, 3, 0,
      case
        when c.relforcerowsecurity then '  row level security: forced'
        when c.relrowsecurity then '  row level security: enabled'
        else '  row level security: none'
      end
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN} and c.relkind in ('r', 'p')`,
  `
    select tablename::text, 4, 0,
      format(
        '  policy %s %s for %s to %s using %s check %s', policyname, permissive, cmd, array_to_string(roles, ','),
        coalesce(qual, '-'), coalesce(with_check, '-')
      )
    from pg_policies where schemaname = 'public'`,
  `
    select c.relname, 5, 0,
      format(
        '  grant to %s: %s', coalesce(r.rolname, 'public'), string_agg(x.privilege_type, ', ' order by x.privilege_type)
      )
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) x
    left join pg_roles r on r.oid = x.grantee
    where ${OWN} and x.grantee <> c.relowner and c.relkind in ('r', 'p', 'v', 'm') group by c.relname, r.rolname`,
  `
    select c.relname, 5, 1,
      format(
        '  grant to %s on column %s: %s', coalesce(r.rolname, 'public'), a.attname,
        string_agg(x.privilege_type, ', ' order by x.privilege_type)
      )
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace, aclexplode(a.attacl) x
    left join pg_roles r on r.oid = x.grantee
    where ${OWN} and x.grantee <> c.relowner group by c.relname, r.rolname, a.attname`,
  `
    select c.relname, 6, 0, '  ' || regexp_replace(pg_get_triggerdef(t.oid), '^CREATE ', '')
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${OWN} and not t.tgisinternal`,
  `
    select c.relname, 7, 0, '  as ' || regexp_replace(pg_get_viewdef(c.oid, true), '\\s+', ' ', 'g')
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${OWN} and c.relkind in ('v', 'm')`,
  `select '', 8, 0, format('extension %s', extname) from pg_extension where extname <> 'plpgsql'`,
  `
    select '', 9, 0,
      format(
        'function %s(%s) returns %s: %s', p.proname, pg_get_function_identity_arguments(p.oid),
        pg_get_function_result(p.oid), md5(pg_get_functiondef(p.oid))
      )
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prokind = 'f' and ${EXTENSION_FREE('p.oid', 'pg_proc')}`,
  `
    select '', 10, 0,
      format(
        'type %s: %s', t.typname,
        (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)
      )
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname = 'public' and t.typtype = 'e'`,
];

/** Describes the schema as lines of text in a fixed order, the same on PostgreSQL 15 to 18. */
export async function describeSchema(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const rows = [];
    for (const query of QUERIES) rows.push(...(await client.query({ text: query, rowMode: 'array' })).rows);
    return render(rows);
  } finally {
    await client.end();
  }
}

function render(rows) {
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  rows.sort((a, b) => compare(a[0], b[0]) || a[1] - b[1] || a[2] - b[2] || compare(a[3], b[3]));
  const lines = ['What the migrations make, for reading and for comparing. Written by "npm run db-types".'];
  let place = '';
  for (const [table, , , line] of rows) {
    if (table !== place) lines.push('', table);
    else if (table === '' && lines.length === 1) lines.push('');
    place = table;
    lines.push(line.replace(/\s*\n\s*/g, ' '));
  }
  return `${lines.join('\n')}\n`;
}

/** Lists the differences by table, with - and + as in a patch; the order within a table does not matter. */
export function differences(described, made) {
  const [before, after] = [byTable(described), byTable(made)];
  return [...new Set([...before, ...after])]
    .filter((line) => before.has(line) !== after.has(line))
    .map((line) => `${before.has(line) ? '-' : '+'} ${line}`);
}

function byTable(text) {
  let table = '';
  const lines = text
    .split('\n')
    .slice(1)
    .map((line) => {
      if (line !== '' && !line.startsWith(' ')) table = line;
      return line.startsWith(' ') ? `${table}: ${line.trim()}` : line;
    });
  return new Set(lines.filter((line) => line !== ''));
}
