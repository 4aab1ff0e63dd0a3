/** Strings of the page with settings for trying out a demo installation. */
export const demo = {
  title: 'Demo settings',
  hint: 'Try out what usually happens automatically. Nothing here deletes data.',
  notification: 'notification',
  notificationTitle: 'Test notification',
  notificationHint: 'All members of this account see it, in the bell and in every open tab.',
  notified: 'The notification is on its way',
  summary: {
    INFO: 'A test notification',
    ACTION_NEEDED: 'A test: an action would be needed',
    ERROR: 'A test: an error would have occurred',
  },
  message: '<p>Somebody pressed the button on the page <strong>Demo settings</strong>.</p>',
  send: { INFO: 'Send an info', ACTION_NEEDED: 'Ask for an action', ERROR: 'Report an error' },
  mail: 'mail',
  mailTitle: 'Test mail',
  mailHint: 'It goes only to {{email}}. You can send five an hour.',
  mailed: 'A test mail is on its way to {{email}}',
  sendMail: 'Send a test mail',
  openMailbox: 'Open the mailbox',
} as const;
