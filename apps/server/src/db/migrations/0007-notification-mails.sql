-- Mails about notifications: what waits to be mailed, and who wants none.

-- Written in the transaction that raised the notification; a job above accounts takes it after commit. Ids alone.
CREATE TABLE notification_mail (
  account_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  kind text NOT NULL,
  raised_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, notification_id)
);
CREATE INDEX notification_mail_raised_idx ON notification_mail (raised_at);
GRANT INSERT ON notification_mail TO quayside_app;

-- Kinds of mails of an account that a member asked to get no more. It goes with the membership.
CREATE TABLE unwanted_mail (
  account_id uuid NOT NULL,
  person_id uuid NOT NULL,
  kind text NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (account_id, person_id, kind),
  CONSTRAINT unwanted_mail_member_fk FOREIGN KEY (account_id, person_id) REFERENCES account_member (account_id, person_id) ON DELETE CASCADE
);
ALTER TABLE unwanted_mail ENABLE ROW LEVEL SECURITY;
ALTER TABLE unwanted_mail FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON unwanted_mail USING (account_id = current_account()) WITH CHECK (account_id = current_account());
GRANT SELECT, INSERT, UPDATE, DELETE ON unwanted_mail TO quayside_app;
