import { AUDIT_KINDS, type AuditEntry, BY_SYSTEM } from '@quayside/contracts/audit';
import { listAccountUsers } from '@quayside/contracts/accounts/people';
import { Link } from 'react-router';
import type { GridColumn, GridFilter } from '../../components/data-grid/grid-types.ts';
import type { T } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { EN_DASH, formatCount, formatInstant } from '../../lib/words/format.ts';
import classes from './audit.module.css';
import { actionWords, changeWords, fieldName, kindWords, knownActions, thingPath } from './audit-words.ts';

/**
 * The data of the account that decides how an entry is shown: its time zone, and whether it has the management section.
 */
export interface AuditPlace {
  readonly timeZone: string;
  readonly hasManagement: boolean;
}

/** Columns of the audit log. */
export function auditColumns(t: T, place: AuditPlace): GridColumn<AuditEntry>[] {
  return [
    {
      id: 'at',
      header: t('audit:column.at'),
      width: 178,
      sort: true,
      card: 'figure',
      value: ({ at }) => at,
      render: ({ at }) => formatInstant(at, place.timeZone),
    },
    { id: 'who', header: t('audit:column.who'), width: 170, card: 'subtitle', value: (entry) => whoWords(t, entry) },
    {
      id: 'action',
      header: t('audit:column.action'),
      width: 250,
      link: true,
      card: 'title',
      value: ({ action }) => actionWords(action),
    },
    {
      id: 'thing',
      header: t('audit:column.thing'),
      width: 230,
      card: 'chip',
      value: (entry) => thingWords(t, entry),
      render: (entry) => <About entry={entry} t={t} hasManagement={place.hasManagement} />,
    },
    {
      id: 'change',
      header: t('audit:column.change'),
      flex: 1,
      minWidth: 240,
      value: (entry) => changesWords(t, entry, place.timeZone),
      render: (entry) => <Changed words={changesWords(t, entry, place.timeZone)} more={entry.changeCount - 1} t={t} />,
    },
  ];
}

/**
 * The name of the person who made an entry. Entries without a person were made by Quayside itself. A former member
 * whose name is unknown is shown as "Somebody".
 */
export const whoWords = (t: T, { who }: Pick<AuditEntry, 'who'>): string =>
  who ? who.name || t('audit:formerPerson') : t('audit:system');

function thingWords(t: T, { things, thingCount, kind }: AuditEntry): string {
  if (thingCount > 1) return t('audit:things', { count: thingCount, formatted: formatCount(thingCount) });
  return things[0]?.label ?? kindWords(kind);
}

function About({ entry, t, hasManagement }: { entry: AuditEntry; t: T; hasManagement: boolean }) {
  const [thing] = entry.things;
  const path = thing && entry.thingCount === 1 ? thingPath(thing, hasManagement) : undefined;
  const words = thingWords(t, entry);
  if (path !== undefined)
    return (
      <Link className={classes.thing} to={path} title={words}>
        {words}
      </Link>
    );
  return (
    <span className={thing?.label ? undefined : classes.quiet} title={words}>
      {words}
    </span>
  );
}

function changesWords(t: T, { changes, fields }: AuditEntry, timeZone: string): string {
  const [first] = changes;
  return first ? changeWords(t, first, timeZone) : fields.map(fieldName).join(', ');
}

function Changed({ words, more, t }: { words: string; more: number; t: T }) {
  if (words === '') return <span className={classes.quiet}>{EN_DASH}</span>;
  return (
    <span className={classes.change} title={words}>
      <span>{words}</span>
      {more > 0 && <b>{t('audit:moreChanges', { count: more })}</b>}
    </span>
  );
}

const MOST_PEOPLE = 2000;
/** Filters of the audit log. */
export function auditFilters(t: T): GridFilter[] {
  const ops = ['in'] as const;
  return [
    { field: 'at', label: t('audit:filter.at'), kind: 'range', of: 'day', ops: ['gte', 'lte', 'between'] },
    {
      field: 'person',
      label: t('audit:filter.person'),
      kind: 'select',
      ops,
      options: async () => {
        const { content } = await call(listAccountUsers, { query: { size: MOST_PEOPLE } });
        const people = content.map(({ id, firstName, lastName, email }) => ({
          value: id,
          label: `${firstName} ${lastName}`.trim() || email,
        }));
        return [...people, { value: BY_SYSTEM, label: t('audit:system') }];
      },
    },
    {
      field: 'kind',
      label: t('audit:filter.kind'),
      kind: 'select',
      ops,
      options: AUDIT_KINDS.map((value) => ({ value, label: kindWords(value) })),
    },
    { field: 'action', label: t('audit:filter.action'), kind: 'select', ops, options: knownActions() },
  ];
}
