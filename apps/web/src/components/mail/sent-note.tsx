import { IconCircleCheck } from '@tabler/icons-react';
import { useT } from '../../i18n/i18n.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Note } from '../ui/states.tsx';

interface SentNoteProps {
  /** The documented words: "Purchase Order Sent!" */
  readonly sent: string;
  readonly recipients: readonly string[];
  /** The page of the record, and the words of the link to it. */
  readonly back: { readonly to: string; readonly words: string };
  readonly onAgain: () => void;
}

/** Takes the place of the form of a mail that was just queued. */
export function SentNote({ sent, recipients, back, onAgain }: SentNoteProps) {
  const t = useT();
  return (
    <Note
      tone="positive"
      role="status"
      icon={IconCircleCheck}
      action={
        <div className="row" data-gap="6">
          <ActionButton size="xs" onClick={onAgain}>
            {t('mails:again')}
          </ActionButton>
          <ActionButton size="xs" to={back.to}>
            {back.words}
          </ActionButton>
        </div>
      }
    >
      <b>{sent}</b> {t('mails:sentTo', { recipients: recipients.join(', ') })}
    </Note>
  );
}
