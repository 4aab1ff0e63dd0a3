-- Work in the background. Rows say what is to be done; a job only wakes a process up to look at them. The jobs
-- themselves are in the schema "jobs", which pg-boss makes when the server starts.

-- "This account has work of this kind", written in the transaction of the change. A worker moves it to the queue after
-- the commit. Ids alone.
CREATE TABLE job_intent (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  job text NOT NULL,
  payload jsonb NOT NULL,
  run_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT INSERT ON job_intent TO quayside_app;

-- All accounts with their time zones: schedules are made above accounts, where row-level security hides "account".
CREATE TABLE account_directory (
  account_id uuid PRIMARY KEY REFERENCES account (account_id) ON DELETE CASCADE,
  time_zone text NOT NULL,
  is_scheduled boolean NOT NULL DEFAULT false
);
CREATE INDEX account_directory_unscheduled_idx ON account_directory (account_id) WHERE NOT is_scheduled;

-- When a scheduled job is due next: for an account, or for the whole installation (an account id of zeros).
CREATE TABLE job_schedule (
  account_id uuid NOT NULL,
  job text NOT NULL,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, job)
);
CREATE INDEX job_schedule_next_idx ON job_schedule (next_at);

CREATE FUNCTION account_directory_follow() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO account_directory (account_id, time_zone) VALUES (NEW.account_id, NEW.time_zone)
    ON CONFLICT (account_id) DO UPDATE SET time_zone = excluded.time_zone, is_scheduled = false;
  -- Its times are worked out anew, in the new time zone.
  DELETE FROM job_schedule WHERE account_id = NEW.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER account_directory_follow_insert AFTER INSERT ON account
  FOR EACH ROW EXECUTE FUNCTION account_directory_follow();
CREATE TRIGGER account_directory_follow_update AFTER UPDATE OF time_zone ON account
  FOR EACH ROW WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION account_directory_follow();

-- Rows under row-level security that somebody has to go on with, kept by triggers: work whose job was lost is found
-- above accounts, without a look at every account.
CREATE TABLE unfinished_work (
  job text NOT NULL,
  account_id uuid NOT NULL,
  row_key text NOT NULL,
  PRIMARY KEY (job, account_id, row_key)
);

CREATE FUNCTION unfinished_imports_follow() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.state IN ('PENDING', 'CHECKING', 'IMPORTING') THEN
    INSERT INTO unfinished_work (job, account_id, row_key) VALUES ('products.import', NEW.account_id, NEW.id::text)
      ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM unfinished_work
      WHERE job = 'products.import' AND account_id = NEW.account_id AND row_key = NEW.id::text;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unfinished_imports_follow_insert AFTER INSERT ON product_import
  FOR EACH ROW WHEN (NEW.state IN ('PENDING', 'CHECKING', 'IMPORTING')) EXECUTE FUNCTION unfinished_imports_follow();
CREATE TRIGGER unfinished_imports_follow_update AFTER UPDATE OF state ON product_import
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION unfinished_imports_follow();

CREATE FUNCTION unfinished_texts_follow() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.text_state = 'PENDING' THEN
    INSERT INTO unfinished_work (job, account_id, row_key)
      VALUES ('documents.text', NEW.account_id, NEW.document_id || '/' || NEW.number) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM unfinished_work
      WHERE job = 'documents.text' AND account_id = OLD.account_id AND row_key = OLD.document_id || '/' || OLD.number;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unfinished_texts_follow_insert AFTER INSERT ON document_version
  FOR EACH ROW WHEN (NEW.text_state = 'PENDING') EXECUTE FUNCTION unfinished_texts_follow();
CREATE TRIGGER unfinished_texts_follow_update AFTER UPDATE OF text_state ON document_version
  FOR EACH ROW WHEN (OLD.text_state IS DISTINCT FROM NEW.text_state) EXECUTE FUNCTION unfinished_texts_follow();
CREATE TRIGGER unfinished_texts_follow_delete AFTER DELETE ON document_version
  FOR EACH ROW WHEN (OLD.text_state = 'PENDING') EXECUTE FUNCTION unfinished_texts_follow();

-- Mails are sent account by account.
CREATE INDEX mail_message_account_queue_idx ON mail_message (account_id, next_try_at, id) WHERE state = 'QUEUED';

-- What exists and waits from before.
ALTER TABLE account NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product_import NO FORCE ROW LEVEL SECURITY;
ALTER TABLE document_version NO FORCE ROW LEVEL SECURITY;
INSERT INTO account_directory (account_id, time_zone) SELECT account_id, time_zone FROM account;
INSERT INTO unfinished_work (job, account_id, row_key)
  SELECT 'products.import', account_id, id::text FROM product_import
  WHERE state IN ('PENDING', 'CHECKING', 'IMPORTING');
INSERT INTO unfinished_work (job, account_id, row_key)
  SELECT 'documents.text', account_id, document_id || '/' || number FROM document_version
  WHERE text_state = 'PENDING';
ALTER TABLE account FORCE ROW LEVEL SECURITY;
ALTER TABLE product_import FORCE ROW LEVEL SECURITY;
ALTER TABLE document_version FORCE ROW LEVEL SECURITY;
