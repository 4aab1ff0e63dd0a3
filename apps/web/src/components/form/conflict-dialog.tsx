import { Button } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { formatAgo } from '../../lib/words/format.ts';
import { Dialog } from '../ui/confirm.tsx';
import { SimpleTable } from '../ui/simple-table.tsx';
import classes from './form.module.css';
import { differingFields } from './form-values.ts';
import type { AppForm, Conflict } from './form-types.ts';

export interface ConflictField {
  readonly name: string;
  readonly label: string;
  /** Formats a value for display, for example as the label of an option or as a day. */
  readonly format?: (value: unknown) => string;
  /**
   * Reads the field's value from the stored row if the row has the value under another name: `(row) =>
   * row.supplierContact.id`.
   */
  readonly stored?: (row: Record<string, unknown>) => unknown;
}

/** Shows the typed and the stored version side by side. For each field, the person chooses the value to save. */
export function ConflictDialog({
  form,
  conflict,
  fields,
  changed,
}: {
  form: Pick<AppForm, 'values' | 'isChanged' | 'dropConflict' | 'resolveConflict'>;
  conflict: Conflict;
  fields: readonly ConflictField[];
  /** Who has saved the stored version, and when, if that is known. */
  changed?: { readonly by: string; readonly at: string };
}) {
  const t = useT();
  const stored = Object.fromEntries(
    fields.map(({ name, stored: read }) => [name, read ? read(conflict.current) : conflict.current[name]]),
  );
  const differing = differingFields(
    form.values,
    stored,
    fields.map(({ name }) => name),
  );
  // A field that was not changed on this page defaults to the stored value, so that nobody's change is overwritten by
  // accident.
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(
    () => new Set(differing.filter((name) => !form.isChanged(name))),
  );
  const shown = fields.filter(({ name }) => differing.includes(name));
  const choose = (name: string, isTheirs: boolean) =>
    setTheirs((now) => new Set(isTheirs ? [...now, name] : [...now].filter((other) => other !== name)));
  const version = typeof conflict.current['version'] === 'number' ? conflict.current['version'] : undefined;
  const updatedAt = typeof conflict.current['updatedAt'] === 'string' ? conflict.current['updatedAt'] : undefined;
  const save = () => {
    form.resolveConflict(
      Object.fromEntries(differing.filter((name) => theirs.has(name)).map((name) => [name, stored[name]])),
      version,
    );
  };
  return (
    <Dialog
      title={t('conflict.title')}
      size={680}
      onClose={form.dropConflict}
      footer={
        <>
          <Button onClick={form.dropConflict}>{t('leave.keep')}</Button>
          <Button variant="filled" onClick={save}>
            {t('conflict.save')}
          </Button>
        </>
      }
    >
      <p className={classes.conflictIntro}>
        {shown.length > 0 ? t('conflict.body') : t('conflict.same')}{' '}
        {changed
          ? t('conflict.by', { who: changed.by, when: formatAgo(changed.at) })
          : updatedAt && t('conflict.when', { when: formatAgo(updatedAt) })}
      </p>
      {shown.length > 0 && (
        <SimpleTable className={classes.versions} label={t('conflict.title')} row={{ pad: 4 }}>
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">
                {t('conflict.mine')}{' '}
                <Button size="compact-xs" variant="subtle" onClick={() => setTheirs(new Set())}>
                  {t('conflict.allMine')}
                </Button>
              </th>
              <th scope="col">
                {changed?.by ?? t('conflict.theirs')}{' '}
                <Button size="compact-xs" variant="subtle" onClick={() => setTheirs(new Set(differing))}>
                  {t('conflict.allTheirs')}
                </Button>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <tr key={field.name}>
                <th scope="row">{field.label}</th>
                <td>
                  <Choice
                    field={field}
                    value={form.values[field.name]}
                    isChosen={!theirs.has(field.name)}
                    label={t('conflict.useMine')}
                    onChoose={() => choose(field.name, false)}
                  />
                </td>
                <td>
                  <Choice
                    field={field}
                    value={stored[field.name]}
                    isChosen={theirs.has(field.name)}
                    label={t('conflict.takeTheirs')}
                    onChoose={() => choose(field.name, true)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </SimpleTable>
      )}
    </Dialog>
  );
}

function Choice({
  field,
  value,
  isChosen,
  label,
  onChoose,
}: {
  field: ConflictField;
  value: unknown;
  isChosen: boolean;
  label: string;
  onChoose: () => void;
}) {
  const t = useT();
  const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  const words = isEmpty
    ? t('conflict.empty')
    : field.format
      ? field.format(value)
      : Array.isArray(value)
        ? value.join(', ')
        : String(value);
  return (
    <label className={classes.choice} data-chosen={isChosen || undefined}>
      <input
        type="radio"
        name={`conflict-${field.name}`}
        checked={isChosen}
        onChange={onChoose}
        aria-label={`${field.label}: ${label}`}
      />
      <span className={isEmpty ? classes.empty : undefined}>{words}</span>
    </label>
  );
}
