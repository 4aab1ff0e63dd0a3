import { ACCOUNT_ROLES, type AccountRole, type AccountUser } from '@quayside/contracts/accounts/people';
import { refusalOfRemoval, refusalOfRoles } from '@quayside/domain/access/people';
import { IconBan, IconMail, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Chooser } from '../../components/form/chooser.tsx';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { confirm, type ConfirmOptions } from '../../components/ui/confirm.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { RefusalNote } from '../../components/ui/refusal-note.tsx';
import { StatusChip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatInstant } from '../../lib/words/format.ts';
import { rememberFocus } from '../../lib/page/remember-focus.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import { remove, resend, revoke, setRole } from './api.ts';
import classes from './people.module.css';
import { nameOf, roleOf } from './people-words.ts';

/** The panel beside the list with the selected person, their role and the actions. */
export function PersonPanel({ user, onClose }: { user: AccountUser; onClose: () => void }) {
  const t = useT();
  const name = nameOf(user);
  return (
    <Panel title={name} subtitle={user.isOwner ? t('people:owner') : undefined} onClose={onClose}>
      <dl className={classes.facts}>
        <Fact name={t('people:panel.email')}>{user.email}</Fact>
        <Fact name={t('people:panel.status')}>
          <StatusChip family="invitation" value={user.invitationStatus} />
        </Fact>
        <Fact name={t('people:panel.invitedAt')}>
          {user.invitedAt ? formatInstant(user.invitedAt) : t('people:fromStart')}
        </Fact>
        <Fact name={t('people:panel.lastSeenAt')}>
          {user.lastSeenAt ? formatInstant(user.lastSeenAt) : t('people:never')}
        </Fact>
      </dl>
      <RoleSelect user={user} />
      {/* The actions are not at the bottom of the panel, because a toast would cover them there. */}
      <Actions user={user} onGone={onClose} />
    </Panel>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

/**
 * Returns a function that asks for confirmation, performs an action, and shows a toast about its success. That
 * function returns whether the action succeeded. `note` says why it failed.
 */
function useAct(entity: string) {
  const working = useWrite({
    send: (work: () => Promise<unknown>) => work(),
    failure: { verb: 'update', entity },
    isShownInline: true,
  });
  const act = async (work: () => Promise<unknown>, done: string, question?: ConfirmOptions): Promise<boolean> => {
    const giveFocusBack = rememberFocus();
    if (question && !(await confirm(question))) return false;
    return (
      working
        .mutateAsync(work)
        .then(
          () => (toast('success', done), true),
          () => false,
        )
        // The buttons are still disabled at this moment, and a disabled button cannot take the focus, so wait until
        // they are enabled.
        .finally(() => setTimeout(() => requestAnimationFrame(giveFocusBack)))
    );
  };
  const note = working.problem !== undefined && <RefusalNote error={working.error}>{working.problem}</RefusalNote>;
  return { isBusy: working.isPending, act, note };
}

function RoleSelect({ user }: { user: AccountUser }) {
  const t = useT();
  const { isBusy, act, note } = useAct(t('people:entity'));
  const name = nameOf(user);
  const role = roleOf(user);
  const kept = refusalOfRoles(user, ['sv-account-viewer']);
  // Only making somebody a viewer can be refused. A viewer can always become an admin.
  const reason = role === 'sv-account-admin' && kept ? t(`people:kept.${kept}`) : undefined;
  const choose = (next: AccountRole) => {
    const as = next === 'sv-account-admin' ? 'admin' : 'viewer';
    const question: ConfirmOptions = {
      title: t(`people:change.title_${as}`, { name }),
      body: t(`people:change.body_${as}`),
      action: t(`people:change.action_${as}`),
    };
    void act(
      () => setRole(user, next),
      t(`people:change.done_${as}`, { name }),
      user.invitationStatus === 'ACCEPTED' ? question : undefined,
    );
  };
  return (
    <>
      <Chooser
        label={t('people:panel.role')}
        value={role}
        data={ACCOUNT_ROLES.map((value) => ({ value, label: t(`people:role.${value}`) }))}
        disabled={reason !== undefined || isBusy}
        onChange={(next) => next && next !== role && choose(next as AccountRole)}
      />
      <p className={classes.help}>{reason ?? t(`people:roleHelp.${role}`)}</p>
      {note}
    </>
  );
}

function Actions({ user, onGone }: { user: AccountUser; onGone: () => void }) {
  const t = useT();
  const { isBusy, act, note } = useAct(t('people:entity'));
  const name = nameOf(user);
  const status = user.invitationStatus;
  const kept = refusalOfRemoval(user);
  const revokeNow = () =>
    void act(() => revoke(user), t('people:revoking.done', { name }), {
      title: t('people:revoking.title', { name }),
      body: t('people:revoking.body'),
      action: t('people:revoking.action'),
      danger: true,
    });
  const removeNow = async () => {
    const question: ConfirmOptions = {
      title: t('people:removing.title', { name }),
      body: t('people:removing.body'),
      action: t('people:removing.action'),
      danger: true,
    };
    if (
      await act(() => remove(user), t('people:removing.done', { name }), status === 'ACCEPTED' ? question : undefined)
    )
      onGone();
  };
  return (
    <div className={classes.actions}>
      {note}
      {status !== 'ACCEPTED' && (
        <ActionButton
          icon={IconMail}
          disabled={isBusy}
          onClick={() => void act(() => resend(user), t('people:invite.done', { email: user.email }))}
        >
          {status === 'INVITED' ? t('people:panel.resend') : t('people:panel.inviteAgain')}
        </ActionButton>
      )}
      {status === 'INVITED' ? (
        <ActionButton icon={IconBan} color="danger" disabled={isBusy} onClick={revokeNow}>
          {t('people:panel.revoke')}
        </ActionButton>
      ) : (
        <ActionButton
          icon={IconTrash}
          color="danger"
          disabled={isBusy}
          blocked={kept ? t(`people:kept.${kept}`) : null}
          onClick={() => void removeNow()}
        >
          {status === 'ACCEPTED' ? t('people:panel.remove') : t('people:panel.removeRow')}
        </ActionButton>
      )}
    </div>
  );
}
