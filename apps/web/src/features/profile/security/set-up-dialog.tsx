import { beginSecondFactor, confirmSecondFactor } from '@quayside/contracts/accounts/second-factor';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CodeField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { CopyButton } from '../../../components/ui/figures.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { meQuery } from '../../../lib/session/account.ts';
import { hasCode } from '../../../lib/errors/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor.module.css';

interface Begun {
  readonly secret: string;
  readonly uri: string;
}

/**
 * Sets up a second factor in three steps: scan the QR code, enter the first code, save the recovery codes. `isAnother`
 * is true when the person replaces an existing second factor. The browser stores no secret.
 */
export function SetUpDialog({ isAnother, onClose }: { isAnother: boolean; onClose: () => void }) {
  const t = useT();
  const email = useQuery({ ...meQuery(), enabled: false }).data?.email ?? '';
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [failure, setFailure] = useState<unknown>();
  const close = useRef(onClose);
  close.current = onClose;
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    const begin = async () => {
      setFailure(undefined);
      try {
        const answer = await call(beginSecondFactor, {});
        if (!isGone) setBegun(answer);
      } catch (error) {
        if (isGone) return;
        // The person has cancelled the dialog that asks for the password, so this dialog closes too.
        if (hasCode(error, 'proof_required')) close.current();
        else setFailure(error);
      }
    };
    void begin();
    return () => {
      isGone = true;
    };
  }, [round]);
  const title = codes
    ? t('security:recovery.title')
    : isAnother
      ? t('security:secondFactor.anotherTitle')
      : t('security:secondFactor.setUpTitle');
  // Render nothing until the secret has arrived. In the meantime, the dialog that asks for the password may be open.
  if (!begun && failure === undefined) return null;
  return (
    <Dialog title={title} size={520} onClose={onClose}>
      {failure !== undefined && (
        <ErrorState error={failure} record={t('security:secondFactor.keyEntity')} onRetry={() => setRound(round + 1)} />
      )}
      {begun && !codes && <FirstCode begun={begun} onCodes={setCodes} onCancel={onClose} />}
      {codes && <RecoveryCodes codes={codes} email={email} onKept={onClose} />}
    </Dialog>
  );
}

function FirstCode({
  begun,
  onCodes,
  onCancel,
}: {
  begun: Begun;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}) {
  const t = useT();
  const form = useAppForm({
    schema: confirmSecondFactor.body,
    initial: { code: '' },
    failure: { verb: 'update', entity: t('security:secondFactor.entity') },
    submit: async (body) => onCodes((await call(confirmSecondFactor, { body })).recoveryCodes),
  });
  return (
    <Form form={form} guard={false} label={t('security:secondFactor.setUpTitle')}>
      <p className={classes.words}>{t('security:secondFactor.scan')}</p>
      <div className={classes.scan}>
        <QrCode text={begun.uri} label={t('security:secondFactor.qr')} />
        <div className={classes.secretSide}>
          <p className={classes.words}>{t('security:secondFactor.typeSecret')}</p>
          <p className={classes.secret}>
            <span>{begun.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</span>
            <CopyButton value={begun.secret} label={t('security:secondFactor.secret')} />
          </p>
        </div>
      </div>
      <CodeField
        {...form.field('code')}
        label={t('security:secondFactor.firstCode')}
        help={t('security:secondFactor.firstCodeHelp')}
        autoFocus
      />
      <div className="row from-end">
        <DialogButtons action={t('security:secondFactor.turnOn')} submit isBusy={form.isSaving} onCancel={onCancel} />
      </div>
    </Form>
  );
}
