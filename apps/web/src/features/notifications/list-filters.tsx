import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { NOTIFICATION_TYPES } from '@quayside/domain/lists';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { useKeys } from '../../lib/keys.ts';
import type { ListState } from './list-state.ts';
import classes from './notifications.module.css';

const SEARCH_MS = 500;

/** Search, type and status above the list. */
export function ListFilters({ state, onChange }: { state: ListState; onChange: (next: Partial<ListState>) => void }) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  return (
    <div className={classes.filters} role="search">
      <SearchField field={field} first={state.search} onSearch={(search) => onChange({ search })} />
      <Select
        size="xs"
        w={160}
        aria-label={t('notifications:type')}
        placeholder={t('notifications:allTypes')}
        clearable
        value={state.type === '' ? null : state.type}
        data={NOTIFICATION_TYPES.map((value) => ({ value, label: t(`notifications:types.${value}`) }))}
        onChange={(value) => onChange({ type: NOTIFICATION_TYPES.find((type) => type === value) ?? '' })}
      />
      <Select
        size="xs"
        w={160}
        aria-label={t('notifications:status')}
        placeholder={t('notifications:allStatuses')}
        clearable
        value={state.status === '' ? null : state.status}
        data={(['UNREAD', 'READ'] as const).map((value) => ({ value, label: t(`notifications:statuses.${value}`) }))}
        onChange={(value) => onChange({ status: value === 'UNREAD' || value === 'READ' ? value : '' })}
      />
    </div>
  );
}

function SearchField({ field, first, onSearch }: { field: RefObject<HTMLInputElement | null>; first: string; onSearch: (search: string) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(first);
  const [rested] = useDebouncedValue(typed, SEARCH_MS);
  const tell = useRef(onSearch);
  tell.current = onSearch;
  const told = useRef(first);
  useEffect(() => {
    if (rested.trim() === told.current) return;
    told.current = rested.trim();
    tell.current(told.current);
  }, [rested]);
  useEffect(() => {
    // Cleared or opened by an address: not what was typed here.
    if (first === told.current) return;
    told.current = first;
    setTyped(first);
  }, [first]);
  return (
    <TextInput
      ref={field}
      size="xs"
      className={classes.search ?? ''}
      aria-label={t('notifications:search')}
      placeholder={t('notifications:search')}
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
    />
  );
}
