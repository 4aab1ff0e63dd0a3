import { Card } from '../../components/ui/card.tsx';
import { useT } from '../../i18n/i18n.ts';
import { ProfileFrame } from './profile-frame.tsx';
import classes from './profile.module.css';
import { ChangeEmailForm } from './security/change-email-form.tsx';
import { ChangePasswordForm } from './security/change-password-form.tsx';
import { SecondFactorCard } from './security/second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The page with the person's sessions, password, e-mail address and second factor. */
export function SecurityPage() {
  const t = useT();
  return (
    <ProfileFrame>
      <SessionsCard />
      <SecondFactorCard />
      <div className={classes.cards}>
        <Card title={t('security:password')}>
          <ChangePasswordForm />
        </Card>
        <Card title={t('security:emailTitle')}>
          <ChangeEmailForm />
        </Card>
      </div>
    </ProfileFrame>
  );
}
