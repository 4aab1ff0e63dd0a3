-- People and their accounts, whole: proofs by mail, profiles, invitations, the settings of an account, mail, what notifications are about.

-- ---------------------------------------------------------------- people
ALTER TABLE person
  -- Null: invited, and has not chosen one yet.
  ALTER COLUMN password_hash DROP NOT NULL,
  ADD COLUMN bio text,
  ADD COLUMN date_of_birth date,
  ADD COLUMN is_account_summary_email_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN is_daily_fee_change_email_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN version integer NOT NULL DEFAULT 1;

-- What a link in a mail carries, SHA-256 only. Single use, and for one purpose, person, address and account.
CREATE TABLE mail_proof (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('VERIFY', 'RESET', 'INVITATION', 'NEW_ADDRESS')),
  person_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  account_id uuid,
  -- The address that it was sent to.
  email text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Also when a newer one of the same purpose replaced it.
  used_at timestamptz
);
CREATE INDEX mail_proof_person_idx ON mail_proof (person_id, purpose);
CREATE INDEX mail_proof_expires_idx ON mail_proof (expires_at);

-- ---------------------------------------------------------------- members and settings of an account
ALTER TABLE account_member
  ADD COLUMN invited_by uuid,
  ADD COLUMN invited_at timestamptz,
  ADD COLUMN answered_at timestamptz,
  -- As the admin typed them. Shown until the invitation is accepted, so that nobody learns who has an account, and under which name.
  ADD COLUMN invited_email text,
  ADD COLUMN invited_first_name text,
  ADD COLUMN invited_last_name text,
  ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE account
  ADD COLUMN is_archive_when_closed_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN archive_after_days integer NOT NULL DEFAULT 30 CHECK (archive_after_days BETWEEN 0 AND 3650),
  ADD COLUMN cost_data_sheet_url text,
  ADD COLUMN product_inventory_sheet_url text,
  ADD COLUMN is_invoice_uploaded_email_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN is_payment_due_email_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN is_payment_paid_email_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN is_fee_change_email_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN is_subscription_email_enabled boolean NOT NULL DEFAULT true,
  ADD COLUMN is_fee_tracker_daily_found_email_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN is_fee_tracker_daily_not_found_email_enabled boolean NOT NULL DEFAULT false;

-- ---------------------------------------------------------------- mail
-- Written in the transaction of what it tells, sent after commit. The words hold links that open an account: sealed, and gone once sent.
CREATE TABLE mail_message (
  id uuid PRIMARY KEY,
  account_id uuid,
  person_id uuid,
  kind text NOT NULL,
  recipient text NOT NULL,
  sealed_parts text,
  state text NOT NULL DEFAULT 'QUEUED' CHECK (state IN ('QUEUED', 'SENT', 'FAILED')),
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  -- What the server said, without addresses and links.
  failure text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX mail_message_queue_idx ON mail_message (next_try_at, id) WHERE state = 'QUEUED';
CREATE INDEX mail_message_created_idx ON mail_message (created_at);
-- The transaction of an account may leave a mail, and read none.
GRANT INSERT ON mail_message TO quayside_app;

-- ---------------------------------------------------------------- notifications
ALTER TABLE notification DROP CONSTRAINT notification_about_type_check;
ALTER TABLE notification ADD CONSTRAINT notification_about_type_check CHECK (about_type IN ('INVOICE', 'PRODUCT', 'DOCUMENT', 'SUPPLIER', 'IMPORT'));
-- Messages are HTML from here on; what was plain text shows as it was written.
ALTER TABLE notification NO FORCE ROW LEVEL SECURITY;
UPDATE notification SET message = replace(replace(replace(replace(message, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(10), '<br />');
ALTER TABLE notification FORCE ROW LEVEL SECURITY;
CREATE INDEX notification_reader_person_idx ON notification_reader (account_id, person_id, status);

-- ---------------------------------------------------------------- catalogue
-- The key to the product says the same of the account, and each row of an import is checked against both.
ALTER TABLE product_changelog DROP CONSTRAINT product_changelog_account_id_fkey;
