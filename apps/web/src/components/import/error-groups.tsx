import { useT } from '../../i18n/i18n.ts';
import { formatCount, langOf } from '../../lib/words/format.ts';
import { Chooser } from '../form/chooser.tsx';
import { type MeaningChoice, type Meanings, useImportKit } from './import-kit.ts';
import type { AnyImport, ErrorGroup, MappingState } from './import-types.ts';
import classes from './import.module.css';

/** How many cells of a group are shown if a person can only read them. */
const FEW = 5;

interface GroupsProps {
  readonly result: AnyImport;
  /** Undefined when nothing can be chosen any more. */
  readonly mapping: MappingState | undefined;
}

/** The errors by column and reason. Where a word is not known, a person can say what it means. */
export function ErrorGroups(props: GroupsProps) {
  const { WithMeanings } = useImportKit();
  return <WithMeanings result={props.result}>{(meanings) => <Groups {...props} {...meanings} />}</WithMeanings>;
}

function Groups({ result, mapping, choiceOf }: GroupsProps & Pick<Meanings, 'choiceOf'>) {
  const { GroupAction } = useImportKit();
  const { errorGroups, columns } = result;
  return (
    <ul className={classes.groups}>
      {errorGroups.map((group) => {
        const field = columns.find(({ name }) => name === group.column)?.field ?? '';
        const words = mapping
          ? group.values.flatMap(({ value, count }) => {
              const choice = value === '' ? undefined : choiceOf(field, group, value);
              return choice ? [{ word: value, count, choice }] : [];
            })
          : [];
        return (
          <li key={`${group.column} ${group.reason}`}>
            <p>
              <b>{group.column}</b> <span className={classes.groupCount}>{formatCount(group.count)}</span>{' '}
              {group.reason}
            </p>
            {mapping && words.length > 0 ? (
              <ul className={classes.meanings}>
                {words.map((one) => (
                  <MeaningOf key={one.word} field={field} mapping={mapping} {...one} />
                ))}
              </ul>
            ) : (
              <Cells group={group} />
            )}
            {mapping && GroupAction && <GroupAction group={group} field={field} mapping={mapping} />}
          </li>
        );
      })}
    </ul>
  );
}

function Cells({ group: { values, valueCount } }: { group: ErrorGroup }) {
  const t = useT();
  const shown = values.slice(0, FEW).filter(({ value }) => value !== '');
  if (shown.length === 0) return null;
  return (
    <p className={classes.groupCells}>
      {shown.map(({ value }) => `“${value}”`).join(', ')}
      {valueCount > FEW && ` ${t('imports:moreCells', { formatted: formatCount(valueCount - FEW) })}`}
    </p>
  );
}

const EMPTY = '-';

interface MeaningProps {
  readonly field: string;
  readonly word: string;
  readonly count: number;
  readonly choice: MeaningChoice;
  readonly mapping: MappingState;
}

/** A word of the file, and what it means. */
function MeaningOf({ field, word, count, choice: { options, canBeEmpty, isSearched }, mapping }: MeaningProps) {
  const t = useT();
  const chosen = mapping.values.find((one) => one.field === field && one.from === word);
  const value = chosen ? (chosen.to ?? EMPTY) : '';
  const label = t('imports:meaningOf', { word });
  const choose = (to: string) => mapping.chooseValue(field, word, to === '' ? undefined : to === EMPTY ? null : to);
  const all = [...(canBeEmpty ? [{ value: EMPTY, label: t('imports:meaningEmpty') }] : []), ...options];
  return (
    <li>
      <span lang={langOf(word)}>“{word}”</span>
      <span className={classes.groupCount}>{t('imports:rowsDone', { count, formatted: formatCount(count) })}</span>
      {isSearched ? (
        <Chooser
          size="xs"
          className={classes.searched}
          aria-label={label}
          placeholder={t('imports:meaningNone')}
          data={all}
          value={value === '' ? null : value}
          searchable
          clearable
          onChange={(to) => choose(to ?? '')}
        />
      ) : (
        <select
          className={classes.unit}
          aria-label={label}
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{t('imports:meaningNone')}</option>
          {all.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
