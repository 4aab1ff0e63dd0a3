import { NOTIFICATION_TYPES } from '@quayside/domain/lists';
import { Chooser } from '../../components/form/chooser.tsx';
import { SearchField } from '../../components/ui/search-field.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { ListState } from './list-state.ts';
import classes from './notifications.module.css';

/** The search field and the filters by type and status, above the list. */
export function ListFilters({ state, onChange }: { state: ListState; onChange: (next: Partial<ListState>) => void }) {
  const t = useT();
  return (
    <div className={classes.filters} role="search">
      <SearchField
        className={classes.search}
        value={state.search}
        label={t('notifications:search')}
        placeholder={t('notifications:search')}
        onSearch={(search) => onChange({ search })}
      />
      <Chooser
        size="xs"
        w={160}
        aria-label={t('notifications:type')}
        placeholder={t('notifications:allTypes')}
        clearable
        value={state.type === '' ? null : state.type}
        data={NOTIFICATION_TYPES.map((value) => ({ value, label: t(`notifications:types.${value}`) }))}
        onChange={(value) => onChange({ type: NOTIFICATION_TYPES.find((type) => type === value) ?? '' })}
      />
      <Chooser
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
