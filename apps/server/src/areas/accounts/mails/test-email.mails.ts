import { say } from '@quayside/contracts/texts/catalogue';
import type { MailTexts } from '../../../mail/queue-mail.ts';

/** The mail that a person sends to themselves to check that mails arrive. */
export const testMail = (link: string): MailTexts => ({
  subject: say('mail.test'),
  heading: say('mail.test'),
  paragraphs: [say('mail.test_body')],
  action: { label: say('mail.test_action'), url: link },
});
