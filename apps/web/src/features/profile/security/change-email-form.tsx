import { Button } from '@mantine/core';
import { changeEmail } from '@quayside/contracts/accounts/auth';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { TextField } from '../../../components/form/fields.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { RefusalNote } from '../../../components/ui/refusal-note.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useAccount } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import classes from './security.module.css';

/** Requests a change of the e-mail address. The change takes effect when the person opens the link in the mail. */
export function ChangeEmailForm() {
  const t = useT();
  const { me } = useAccount();
  const [asked, setAsked] = useState<{ email: string; round: number }>();
  return (
    <div className={classes.form}>
      <p className="quiet">{t('security:emailNow', { email: me.email })}</p>
      {asked && asked.email !== me.email && (
        <Note tone="info" icon={IconMail} role="status">
          {t('security:emailPending', { email: asked.email })}
        </Note>
      )}
      {/* The key changes after each request, so that React remounts the form with empty fields. */}
      <AddressFields key={asked?.round ?? 0} onAsked={(email) => setAsked({ email, round: (asked?.round ?? 0) + 1 })} />
    </div>
  );
}

function AddressFields({ onAsked }: { onAsked: (email: string) => void }) {
  const t = useT();
  const keyFor = useIntentKey();
  const form = useAppForm({
    schema: changeEmail.body,
    initial: { email: '' },
    failure: { verb: 'update', entity: t('security:addressEntity') },
    submit: async (body) => onAsked((await call(changeEmail, { body, idempotencyKey: keyFor(body) })).pendingEmail),
  });
  return (
    <form
      ref={form.formRef}
      onSubmit={form.onSubmit}
      noValidate
      className={classes.form}
      aria-label={t('security:changeEmail')}
    >
      {form.failure && <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>}
      <TextField {...form.field('email')} label={t('security:newEmail')} type="email" autoComplete="email" />
      <div className={classes.end}>
        <Button type="submit" loading={form.isSaving}>
          {t('security:changeEmail')}
        </Button>
      </div>
    </form>
  );
}
