/** What can be tried out in a demo installation. */
export const demo = {
  title: 'Demo settings',
  hint: 'Try out what usually happens automatically. Nothing here deletes data.',
  notification: 'notification',
  notificationTitle: 'Test notification',
  notificationHint: 'All members of this account are told, in the bell and in every open tab.',
  notified: 'The notification is on its way',
  summary: {
    INFO: 'A test notification',
    ACTION_NEEDED: 'A test: something would wait for you',
    ERROR: 'A test: something would have failed',
  },
  message: '<p>Somebody pressed the button on the page <strong>Demo settings</strong>.</p>',
  send: { INFO: 'Send an info', ACTION_NEEDED: 'Ask for an action', ERROR: 'Report an error' },
  mail: 'e-mail',
  mailTitle: 'Test e-mail',
  mailHint: 'It goes to {{email}} and to nobody else, five times an hour at most.',
  mailed: 'A test e-mail goes to {{email}}',
  sendMail: 'Send a test e-mail',
  openMailbox: 'Open the mailbox',
} as const;
