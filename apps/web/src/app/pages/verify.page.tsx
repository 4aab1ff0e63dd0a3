import { Button } from '@mantine/core';
import { proveNewAddressByClick, verifyUserByClick } from '@quayside/contracts/accounts/auth';
import { useParams } from 'react-router';
import { Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useSession } from '../../lib/session/session.ts';
import { failureText } from '../../lib/errors/failure-text.ts';
import { useWrite } from '../../lib/api/write.ts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthMessage } from './auth-message.tsx';
import { failureWords, linkFailureOf } from './link-failure.ts';
import classes from './pages.module.css';

/**
 * The page that the verification link opens. Opening the page does not verify the address, because mail scanners also
 * open links; the person has to press the button.
 */
export function VerifyPage() {
  const t = useT();
  const { userId = '', verificationToken = '' } = useParams();
  return (
    <PressToProve
      words={{ title: t('auth:verify.title'), lead: t('auth:verify.lead'), submit: t('auth:verify.submit') }}
      hints={{ used: t('auth:verify.usedHint'), expired: t('auth:verify.expiredHint') }}
      prove={async () => {
        await call(verifyUserByClick, { params: { userId, verificationToken } });
        return { title: t('auth:verify.doneTitle'), text: t('auth:verify.done') };
      }}
    />
  );
}

/** The page opened by the link that confirms a new e-mail address. */
export function NewAddressPage() {
  const t = useT();
  const { userId = '', verificationToken = '' } = useParams();
  return (
    <PressToProve
      words={{
        title: t('security:address.title'),
        lead: t('security:address.lead'),
        submit: t('security:address.submit'),
      }}
      hints={{ used: t('security:address.usedHint'), expired: t('security:address.expiredHint') }}
      prove={async () => {
        const { email } = await call(proveNewAddressByClick, { params: { userId, verificationToken } });
        return { title: t('security:address.doneTitle'), text: t('security:address.done', { email }) };
      }}
    />
  );
}

interface PressProps {
  readonly words: { readonly title: string; readonly lead: string; readonly submit: string };
  readonly hints: { readonly used: string; readonly expired: string };
  /** Makes the call and returns the message to show on success. */
  readonly prove: () => Promise<{ readonly title: string; readonly text: string }>;
}
function PressToProve({ words, hints, prove }: PressProps) {
  const t = useT();
  const isSignedIn = useSession() !== undefined;
  const proving = useWrite({
    send: prove,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  });
  const failure = linkFailureOf(proving.error);
  const onwards = isSignedIn
    ? { label: t('auth:toQuayside'), to: paths.home() }
    : { label: t('auth:toSignIn'), to: paths.login() };
  return (
    <AuthFrame title={words.title}>
      {proving.data ? (
        <AuthMessage {...proving.data} action={onwards} />
      ) : failure ? (
        <AuthMessage {...failureWords(t, failure, hints)} action={onwards} />
      ) : (
        <>
          <h1>{words.title}</h1>
          <p className={classes.authLead}>{words.lead}</p>
          <div className={classes.authFields}>
            {proving.error && (
              <Note tone="danger" role="alert">
                {failureText(proving.error)}
              </Note>
            )}
            <Button
              variant="filled"
              size="lg"
              fullWidth
              loading={proving.isPending}
              onClick={() => proving.mutate()}
              data-autofocus
            >
              {words.submit}
            </Button>
          </div>
        </>
      )}
    </AuthFrame>
  );
}
