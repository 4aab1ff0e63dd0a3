import type { MailParts } from '../../mail/queue-mail.ts';

/** What somebody gets who tries whether mails arrive. */
export const testMail = (link: string): MailParts => ({
  subject: 'Mails from Quayside reach you',
  heading: 'Mails from Quayside reach you',
  paragraphs: ['You asked for this test. There is nothing to do.'],
  action: { label: 'Open Quayside', url: link },
});
