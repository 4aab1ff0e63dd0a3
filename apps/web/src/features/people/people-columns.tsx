import { ACCOUNT_ROLES, type AccountUser, INVITATION_STATUSES } from '@quayside/contracts/accounts/people';
import type { GridColumn, GridFilter } from '../../components/data-grid/grid-types.ts';
import { Chip, StatusChip } from '../../components/ui/status-chip.tsx';
import type { T } from '../../i18n/i18n.ts';
import { formatDayShort, formatInstant, formatRelative } from '../../lib/words/format.ts';
import classes from './people.module.css';
import { nameOf, roleOf } from './people-words.ts';

const WIDTHS = { name: 260, email: 260, role: 100, invitationStatus: 120, invitedAt: 110, lastSeenAt: 110 } as const;

/** Columns of the user list. */
export function peopleColumns(t: T): GridColumn<AccountUser>[] {
  const head = (id: keyof typeof WIDTHS) => ({
    id,
    header: t(`people:column.${id}`),
    width: WIDTHS[id],
    sort: true as const,
  });
  const role = (user: AccountUser) => t(`people:role.${roleOf(user)}`);
  return [
    {
      ...head('name'),
      flex: 1,
      minWidth: 220,
      link: true,
      card: 'title',
      value: nameOf,
      render: (user) => <Name user={user} t={t} />,
    },
    { ...head('email'), flex: 1, minWidth: 220, card: 'subtitle' },
    { ...head('role'), card: 'figure', value: role },
    {
      ...head('invitationStatus'),
      card: 'chip',
      value: ({ invitationStatus }) => t(`status.invitation.${invitationStatus}`),
      render: ({ invitationStatus }) => <StatusChip family="invitation" value={invitationStatus} quiet />,
    },
    {
      ...head('invitedAt'),
      render: ({ invitedAt }) => <Moment instant={invitedAt} words={formatDayShort(invitedAt?.slice(0, 10))} />,
    },
    {
      ...head('lastSeenAt'),
      render: ({ lastSeenAt }) => (
        <Moment instant={lastSeenAt} words={lastSeenAt ? formatRelative(lastSeenAt) : t('people:never')} />
      ),
    },
  ];
}

function Name({ user, t }: { user: AccountUser; t: T }) {
  return (
    <span className={classes.name}>
      {nameOf(user)}
      {user.isOwner && <Chip quiet>{t('people:owner')}</Chip>}
      {user.isYou && <Chip quiet>{t('people:you')}</Chip>}
    </span>
  );
}

const Moment = ({ instant, words }: { instant: string | null; words: string }) => (
  <span className={classes.muted} title={instant ? formatInstant(instant) : undefined}>
    {words}
  </span>
);

/** Filters of the user list. */
export function peopleFilters(t: T): GridFilter[] {
  return [
    {
      field: 'role',
      label: t('people:column.role'),
      kind: 'select',
      ops: ['in'],
      options: ACCOUNT_ROLES.map((value) => ({ value, label: t(`people:role.${value}`) })),
    },
    {
      field: 'invitationStatus',
      label: t('people:column.invitationStatus'),
      kind: 'select',
      ops: ['in'],
      options: INVITATION_STATUSES.map((value) => ({ value, label: t(`status.invitation.${value}`) })),
    },
  ];
}
