import { patchUser } from '@quayside/contracts/accounts/users';
import { TextField } from '../../components/form/fields.tsx';
import { Form } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../components/ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import { cacheUser } from './own-user.tsx';
import { givenNames, hasNoName } from './profile.rules.ts';
import classes from './profile.module.css';

/** The dialog that asks for the person's first and last name. One of them is enough. */
export function NameDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const save = useWrite({
    send: (body: { firstName?: string; lastName?: string }) => call(patchUser, { body }),
    onSuccess: cacheUser,
  });
  const form = useAppForm({
    schema: patchUser.body,
    initial: { firstName: '', lastName: '' },
    check: (names) => (hasNoName(names) ? { firstName: t('profile:welcome.noName') } : {}),
    failure: { verb: 'update', entity: t('profile:entity') },
    submit: (_, names) => save.mutateAsync(givenNames(names)),
    onSaved: () => {
      toast('success', t('profile:saved'));
      onClose();
    },
  });
  return (
    <Dialog title={t('profile:welcome.title')} size={480} onClose={onClose}>
      <Form form={form} guard={false} label={t('profile:welcome.title')}>
        <p className={classes.welcome}>{t('profile:welcome.body')}</p>
        <div className={classes.pair}>
          <TextField
            {...form.field('firstName')}
            label={t('profile:firstName')}
            autoComplete="given-name"
            maxLength={100}
            autoFocus
          />
          <TextField
            {...form.field('lastName')}
            label={t('profile:lastName')}
            autoComplete="family-name"
            maxLength={100}
          />
        </div>
        <div className={classes.buttons}>
          <DialogButtons action={t('profile:welcome.action')} onCancel={onClose} isBusy={form.isSaving} submit />
        </div>
      </Form>
    </Dialog>
  );
}
