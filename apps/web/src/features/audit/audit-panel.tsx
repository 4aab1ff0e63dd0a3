import type { AuditEntry } from '@quayside/contracts/audit';
import { undoOperation } from '@quayside/contracts/undo';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../components/ui/panel.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { formatCount, formatInstant } from '../../lib/words/format.ts';
import { type AuditPlace, whoWords } from './audit-columns.tsx';
import { AuditUndo } from './audit-undo.tsx';
import {
  actionWords,
  type AuditChange,
  fieldName,
  fieldWords,
  kindWords,
  thingPath,
  valueWords,
} from './audit-words.ts';
import classes from './audit.module.css';

/**
 * The panel beside the list with the selected entry: person, time, records, and every change with its old and new
 * value.
 */
export function AuditPanel({ entry, place, onClose }: { entry: AuditEntry; place: AuditPlace; onClose: () => void }) {
  const t = useT();
  const mayUndo = usePermission(undoOperation).allowed;
  const { changes, changeCount, fields } = entry;
  const rest = changeCount - changes.length;
  return (
    <Panel title={actionWords(entry.action)} subtitle={kindWords(entry.kind)} onClose={onClose} follows>
      <dl className={classes.facts}>
        <Fact name={t('audit:panel.who')}>
          <span title={entry.who ? undefined : t('audit:systemHelp')}>{whoWords(t, entry)}</span>
        </Fact>
        <Fact name={t('audit:panel.at')}>
          <time dateTime={entry.at}>{formatInstant(entry.at, place.timeZone)}</time>
        </Fact>
        {entry.things.length > 0 && (
          <Fact name={t('audit:panel.about')}>
            <Things entry={entry} hasManagement={place.hasManagement} t={t} />
          </Fact>
        )}
      </dl>
      {entry.undo && mayUndo && <AuditUndo undo={entry.undo} timeZone={place.timeZone} />}
      {changes.length > 0 && (
        <section aria-label={t('audit:panel.changes')}>
          <h3 className={classes.heading}>{t('audit:panel.changes')}</h3>
          <dl className={classes.changes}>
            {changes.map((change, index) => (
              <Change key={index} change={change} timeZone={place.timeZone} t={t} />
            ))}
          </dl>
          {rest > 0 && (
            <p className={classes.quiet}>{t('audit:notShown', { count: rest, formatted: formatCount(rest) })}</p>
          )}
        </section>
      )}
      {changes.length === 0 && fields.length > 0 && (
        <section aria-label={t('audit:panel.fields')}>
          <h3 className={classes.heading}>{t('audit:panel.fields')}</h3>
          <p>{fields.map(fieldName).join(', ')}</p>
          {entry.kind === 'person' && <p className={classes.quiet}>{t('audit:panel.fieldsHelp')}</p>}
        </section>
      )}
      {changes.length === 0 && fields.length === 0 && <p className={classes.quiet}>{t('audit:panel.alone')}</p>}
    </Panel>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

function Things({ entry, hasManagement, t }: { entry: AuditEntry; hasManagement: boolean; t: T }) {
  const rest = entry.thingCount - entry.things.length;
  return (
    <ul className={classes.things}>
      {entry.things.map((thing) => {
        const path = thingPath(thing, hasManagement);
        const words = thing.label ?? kindWords(thing.kind);
        return (
          <li key={thing.id}>
            {path === undefined ? words : <Link to={path}>{words}</Link>}
            {!thing.exists && <span className={classes.quiet}> {t('audit:panel.gone')}</span>}
          </li>
        );
      })}
      {rest > 0 && (
        <li className={classes.quiet}>{t('audit:moreThings', { count: rest, formatted: formatCount(rest) })}</li>
      )}
    </ul>
  );
}

function Change({ change, timeZone, t }: { change: AuditChange; timeZone: string; t: T }) {
  const { field, from, to } = change;
  return (
    <div>
      <dt>{fieldWords(t, change)}</dt>
      <dd>
        {from !== null && (
          <>
            <span className="visually-hidden">{t('audit:panel.from')} </span>
            <span className={classes.from}>{valueWords(t, field, from, timeZone)}</span>
            <span aria-hidden> → </span>
            <span className="visually-hidden"> {t('audit:panel.to')} </span>
          </>
        )}
        <span>{valueWords(t, field, to, timeZone)}</span>
      </dd>
    </div>
  );
}
