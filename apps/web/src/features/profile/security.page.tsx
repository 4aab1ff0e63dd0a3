import { ProfileFrame } from './profile-frame.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Where the person is signed in. */
export function SecurityPage() {
  return (
    <ProfileFrame>
      <SessionsCard />
    </ProfileFrame>
  );
}
