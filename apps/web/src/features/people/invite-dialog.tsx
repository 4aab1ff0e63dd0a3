import { ACCOUNT_ROLES, addAccountUserBody } from '@quayside/contracts/accounts/people';
import { z } from 'zod';
import { SelectField, TextField } from '../../components/form/fields.tsx';
import { Form } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../components/ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useIntentKey } from '../../lib/api/intent-key.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { invite } from './api.ts';
import classes from './people.module.css';

const schema = addAccountUserBody.omit({ roles: true }).extend({ role: z.enum(ACCOUNT_ROLES) });

/** The dialog that invites somebody to the account: name, e-mail address and role. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const keyFor = useIntentKey();
  const form = useAppForm({
    schema,
    initial: { email: '', firstName: '', lastName: '', role: 'sv-account-viewer' },
    failure: { verb: 'create', entity: t('people:invite.entity') },
    submit: async ({ role, ...who }) => {
      const body = { ...who, roles: [role] };
      const { email } = await invite(body, keyFor(body));
      toast('success', t('people:invite.done', { email }), { scope: 'global' });
    },
    onSaved: onClose,
  });
  const role = form.values.role as (typeof ACCOUNT_ROLES)[number];
  return (
    <Dialog title={t('people:invite.title')} onClose={onClose}>
      <Form form={form} guard={false} label={t('people:invite.title')}>
        <p className={classes.lead}>{t('people:invite.lead')}</p>
        <div className="stack">
          <TextField {...form.field('email')} label={t('people:invite.email')} type="email" autoFocus />
          <div className={classes.pair}>
            <TextField {...form.field('firstName')} label={t('people:invite.firstName')} maxLength={100} />
            <TextField {...form.field('lastName')} label={t('people:invite.lastName')} maxLength={100} />
          </div>
          <SelectField
            {...form.field('role')}
            label={t('people:invite.role')}
            help={t(`people:roleHelp.${role}`)}
            options={ACCOUNT_ROLES.map((value) => ({ value, label: t(`people:role.${value}`) }))}
          />
        </div>
        <div className={classes.buttons}>
          <DialogButtons action={t('people:invite.submit')} onCancel={onClose} isBusy={form.isSaving} submit />
        </div>
      </Form>
    </Dialog>
  );
}
