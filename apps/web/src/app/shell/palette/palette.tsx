import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Modal } from '../../../components/ui/layers.tsx';
import { KeyHint } from '../../../components/ui/figures.tsx';
import { useT, useText } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { formatUnitCost, langOf } from '../../../lib/words/format.ts';
import classes from './palette.module.css';
import type { Entry, EntrySection } from './palette-entries.ts';
import { remember } from './recent.ts';
import { takeTyped } from './typed-ahead.ts';
import { useEntries } from './use-entries.ts';

/**
 * Opens any screen, record or action by typing a few letters. We do not use Mantine's Spotlight, because screen readers
 * cannot follow its entries. In this palette the field keeps the focus, and `aria-activedescendant` names the active
 * entry.
 */
export function Palette({ opened, onClose, onKeys }: { opened: boolean; onClose: () => void; onKeys: () => void }) {
  const t = useT();
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  // The state is reset on each opening, even if the palette reopens during its fade-out.
  const [round, setRound] = useState({ number: 0, opened });
  if (round.opened !== opened) setRound({ number: round.number + (opened ? 1 : 0), opened });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<VisuallyHidden>{t('palette:title')}</VisuallyHidden>}
      withCloseButton={false}
      size={640}
      fullScreen={isPhone}
      centered={false}
      yOffset="12vh"
      classNames={{ header: classes.header ?? '', body: classes.body ?? '' }}
    >
      <Inside key={round.number} onClose={onClose} onKeys={onKeys} />
    </Modal>
  );
}

function Inside({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const t = useT();
  const listId = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { sections, isSearching, hasFailed } = useEntries(text, onKeys);
  const entries = sections.flatMap((section) => section.entries);
  const current = entries[Math.min(at, entries.length - 1)];
  const open = (entry: Entry | undefined, inNewTab = false) => {
    if (!entry) return;
    if (entry.to !== undefined && entry.group !== 'screens' && entry.group !== 'actions') remember(entry);
    if (entry.to !== undefined && inNewTab) {
      window.open(entry.to, '_blank', 'noopener');
      return;
    }
    onClose();
    if (entry.to !== undefined) void navigate(entry.to);
    else entry.run?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = entries.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : Math.min(at, last) - 1,
      PageDown: Math.min(at + 8, last),
      PageUp: Math.max(at - 8, 0),
    };
    const next = moves[event.key];
    if (next !== undefined) setAt(Math.max(next, 0));
    // While a search runs, the displayed records belong to the previous query, so Enter must not open one.
    else if (event.key !== 'Enter') return;
    else if (!isSearching || !isRecord(current)) open(current, event.ctrlKey || event.metaKey);
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          data-autofocus
          className={classes.input}
          value={text}
          maxLength={200}
          placeholder={t('palette:placeholder')}
          aria-label={t('palette:title')}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onFocus={() => {
            const typed = takeTyped();
            if (typed) setText(text + typed);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={classes.cancel} onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
      <Found id={listId} sections={sections} current={current} onOpen={open} />
      {entries.length === 0 && !isSearching && (
        <p className={classes.note}>{t('palette:nothing', { text: text.trim() })}</p>
      )}
      {entries.length === 0 && isSearching && <p className={classes.note}>{t('palette:searching')}</p>}
      {hasFailed && (
        <p className={classes.note} role="alert">
          {t('errors:failed_search', { entity: t('palette:records') })}. {t('palette:failed')}
        </p>
      )}
      <VisuallyHidden role="status">{isSearching ? '' : t('palette:count', { count: entries.length })}</VisuallyHidden>
      <Foot />
    </>
  );
}

const isRecord = (entry: Entry | undefined): boolean =>
  entry !== undefined && !['recent', 'screens', 'actions'].includes(entry.group);

function Found({
  id,
  sections,
  current,
  onOpen,
}: {
  id: string;
  sections: readonly EntrySection[];
  current: Entry | undefined;
  onOpen: (entry: Entry, inNewTab: boolean) => void;
}) {
  const t = useT();
  const text = useText();
  const currency = useCurrency();
  const list = useRef<HTMLDivElement>(null);
  const currentId = current && `${id}-${current.id}`;
  useEffect(() => {
    if (currentId) list.current?.querySelector(`[id="${CSS.escape(currentId)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('palette:results')} className={classes.list}>
      {sections.map(({ group, heading, icon, entries }) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} className={classes.heading}>
            {text(heading)}
          </div>
          {entries.map((entry) => (
            // The keyboard is handled by the field, which keeps the focus. The handlers here are for the mouse.
            <div
              key={entry.id}
              id={`${id}-${entry.id}`}
              role="option"
              aria-selected={entry === current}
              tabIndex={-1}
              className={classes.entry}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => onOpen(entry, event.ctrlKey || event.metaKey)}
              onKeyDown={(event) => event.key === 'Enter' && onOpen(entry, event.ctrlKey || event.metaKey)}
            >
              <EntryIcon icon={entry.icon ?? icon} />
              <span className={classes.words}>
                <span lang={langOf(entry.title)}>{entry.title}</span>
                {entry.detail && <small lang={langOf(entry.detail)}>{entry.detail}</small>}
              </span>
              {entry.unitCost !== undefined && (
                <span className={`${classes.cost} num`}>{formatUnitCost(entry.unitCost, currency)}</span>
              )}
              {entry.keys && <KeyHint keys={entry.keys} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const EntryIcon = ({ icon: Icon }: Pick<EntrySection, 'icon'>) => <Icon size={16} stroke={1.75} aria-hidden />;

function Foot() {
  const t = useT();
  const hints = [
    [['↑', '↓'], t('palette:move')],
    [['Enter'], t('palette:choose')],
    [['Ctrl', 'Enter'], t('palette:newTab')],
    [['Esc'], t('palette:close')],
  ] as const;
  return (
    <div className={classes.foot}>
      {hints.map(([keys, what]) => (
        <span key={what}>
          <KeyHint keys={keys} /> {what}
        </span>
      ))}
    </div>
  );
}
