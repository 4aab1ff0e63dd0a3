-- Credit notes, documents with versions and text, what was known when, bundles, notifications, undo.
-- Row-level security is forced on the owner too, so what moves existing rows lifts it for its own statement.

-- ---------------------------------------------------------------- names of people
-- The application role cannot read people; this shows it the names of those who belong, or belonged, to its account.
CREATE FUNCTION person_names(ids uuid[]) RETURNS TABLE (id uuid, name text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$ SELECT p.id, btrim(p.first_name || ' ' || p.last_name) FROM person p
    WHERE p.id = ANY (ids) AND EXISTS (SELECT FROM account_member m WHERE m.account_id = current_account() AND m.person_id = p.id) $$;
REVOKE ALL ON FUNCTION person_names(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION person_names(uuid[]) TO quayside_app;

-- ---------------------------------------------------------------- history of a record
-- Whose history a row of the log belongs to: the invoice, also for its lines and documents. A plain column, because
-- an index over an array cannot be used under row-level security.
ALTER TABLE audit_log ADD COLUMN history_of uuid;
ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY;
UPDATE audit_log SET history_of = CASE WHEN subject_type = 'invoice' THEN subject_ids[1]
  ELSE coalesce(details #>> '{lines,0,invoiceId}', details ->> 'invoiceId')::uuid END
  WHERE subject_type IN ('invoice', 'invoice-line');
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE INDEX audit_log_history_idx ON audit_log (account_id, history_of, recorded_at DESC, id DESC) WHERE history_of IS NOT NULL;

-- ---------------------------------------------------------------- invoices
-- Null while an uploaded document waits for its supplier.
ALTER TABLE invoice ALTER COLUMN supplier_id DROP NOT NULL;
ALTER TABLE invoice ADD COLUMN kind text NOT NULL DEFAULT 'INVOICE' CHECK (kind IN ('INVOICE', 'CREDIT_NOTE'));
-- The number without case, spaces and dashes, as the text of a document may have it.
ALTER TABLE invoice ADD COLUMN number_key text NOT NULL GENERATED ALWAYS AS (translate(lower(invoice_number), E' \t-–—_/\\.,;:#()[]{}''"&+*|', '')) STORED;
CREATE INDEX invoice_number_key_idx ON invoice (account_id, number_key) WHERE deleted_at IS NULL;
-- Duplicates are looked for with equality only, which an index serves under row-level security.
CREATE INDEX invoice_same_number_idx ON invoice (account_id, supplier_id, lower(invoice_number)) WHERE deleted_at IS NULL;

ALTER TABLE invoice_line ADD COLUMN credits_line_id uuid;
ALTER TABLE invoice_line ADD CONSTRAINT invoice_line_credits_fk FOREIGN KEY (account_id, credits_line_id) REFERENCES invoice_line (account_id, id);
CREATE INDEX invoice_line_credits_idx ON invoice_line (account_id, credits_line_id) WHERE credits_line_id IS NOT NULL;

-- ---------------------------------------------------------------- documents
CREATE TABLE document_version (
  account_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  file_name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  storage_key text NOT NULL,
  page_count integer,
  -- PENDING is the queue: whoever reads texts takes these up, also after a crash.
  text_state text NOT NULL CHECK (text_state IN ('PENDING', 'READY', 'NONE', 'FAILED')),
  text_tries integer NOT NULL DEFAULT 0,
  -- Pages are divided by form feeds.
  text text,
  -- The text first, so that a hit behind its end is one in the name.
  search_text text NOT NULL GENERATED ALWAYS AS (lower(coalesce(text, '') || E'\n' || file_name)) STORED,
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, document_id, number),
  CONSTRAINT document_version_document_fk FOREIGN KEY (account_id, document_id) REFERENCES document (account_id, id)
);
CREATE INDEX document_version_pending_idx ON document_version (account_id) WHERE text_state = 'PENDING';
CREATE INDEX document_version_sha256_idx ON document_version (account_id, sha256);

-- What a document belongs to; many things can share one.
CREATE TABLE document_entity (
  account_id uuid NOT NULL,
  document_id uuid NOT NULL,
  entity_type text NOT NULL CHECK (entity_type IN ('PURCHASE_ORDER', 'INVOICE', 'SHIPMENT_PLAN')),
  entity_id uuid NOT NULL,
  attached_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, document_id, entity_type, entity_id),
  CONSTRAINT document_entity_document_fk FOREIGN KEY (account_id, document_id) REFERENCES document (account_id, id)
);
CREATE INDEX document_entity_entity_idx ON document_entity (account_id, entity_type, entity_id);

-- So far every file was a document of its own, and the invoice pointed at the newest: they become versions of that one.
ALTER TABLE document NO FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice NO FORCE ROW LEVEL SECURITY;
INSERT INTO document_version (account_id, document_id, number, file_name, content_type, size, sha256, storage_key, text_state, created_by, created_at)
SELECT d.account_id, coalesce(i.document_id, d.id), row_number() OVER (PARTITION BY d.account_id, coalesce(i.document_id, d.id) ORDER BY d.created_at, d.id),
  d.file_name, d.content_type, d.size, d.sha256, d.storage_key, CASE WHEN d.content_type = 'application/pdf' THEN 'PENDING' ELSE 'NONE' END, d.created_by, d.created_at
FROM document d LEFT JOIN invoice i ON i.account_id = d.account_id AND i.id = d.entity_id AND d.entity_type = 'INVOICE' AND i.document_id IS NOT NULL;
INSERT INTO document_entity (account_id, document_id, entity_type, entity_id, attached_at)
SELECT DISTINCT ON (d.account_id, coalesce(i.document_id, d.id)) d.account_id, coalesce(i.document_id, d.id), 'INVOICE', d.entity_id, d.created_at
FROM document d LEFT JOIN invoice i ON i.account_id = d.account_id AND i.id = d.entity_id AND i.document_id IS NOT NULL
WHERE d.entity_type = 'INVOICE' AND d.entity_id IS NOT NULL ORDER BY 1, 2, d.created_at;
DELETE FROM document d WHERE NOT EXISTS (SELECT FROM document_version v WHERE v.account_id = d.account_id AND v.document_id = d.id);
ALTER TABLE document
  DROP COLUMN entity_type, DROP COLUMN entity_id, DROP COLUMN file_name, DROP COLUMN content_type, DROP COLUMN size, DROP COLUMN sha256, DROP COLUMN storage_key,
  -- The version in front.
  ADD COLUMN version_number integer NOT NULL DEFAULT 1,
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN updated_at timestamptz;
UPDATE document d SET updated_at = created_at, version_number = (SELECT max(v.number) FROM document_version v WHERE v.account_id = d.account_id AND v.document_id = d.id);
ALTER TABLE document ALTER COLUMN updated_at SET NOT NULL;
ALTER TABLE document FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice FORCE ROW LEVEL SECURITY;
CREATE INDEX document_created_idx ON document (account_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- ---------------------------------------------------------------- costs: credits, and what was known when
-- All units of an order can be credited.
ALTER TABLE cost_layer DROP CONSTRAINT cost_layer_units_check, ADD CONSTRAINT cost_layer_units_check CHECK (units >= 0);

-- An order as it was at any time: append only, like the entries, so that a unit cost of then has the units of then.
CREATE TABLE cost_layer_history (
  account_id uuid NOT NULL,
  layer_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL,
  superseded_at timestamptz,
  product_id uuid NOT NULL,
  date date NOT NULL,
  units bigint NOT NULL,
  weight_ug bigint,
  volume_mm3 bigint,
  factory_minor bigint,
  is_removed boolean NOT NULL,
  recorded_by uuid,
  PRIMARY KEY (account_id, layer_id, recorded_at),
  CONSTRAINT cost_layer_history_layer_fk FOREIGN KEY (account_id, layer_id) REFERENCES cost_layer (account_id, id)
);
CREATE INDEX cost_layer_history_product_idx ON cost_layer_history (account_id, product_id, recorded_at);
ALTER TABLE cost_layer NO FORCE ROW LEVEL SECURITY;
INSERT INTO cost_layer_history (account_id, layer_id, recorded_at, product_id, date, units, weight_ug, volume_mm3, factory_minor, is_removed)
SELECT account_id, id, created_at, product_id, date, units, weight_ug, volume_mm3, factory_minor, removed_at IS NOT NULL FROM cost_layer;
ALTER TABLE cost_layer FORCE ROW LEVEL SECURITY;

ALTER TABLE cost_allocation
  -- The two parts of document_minor: they are converted one by one, and the line may have changed since.
  ADD COLUMN amount_minor bigint,
  ADD COLUMN cost_tax_minor bigint,
  -- A credit: the line whose factors it takes, and what was left of that line before it (document_minor is the difference).
  ADD COLUMN credits_line_id uuid,
  ADD COLUMN before_amount_minor bigint,
  ADD COLUMN before_cost_tax_minor bigint;
ALTER TABLE cost_allocation NO FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice_line NO FORCE ROW LEVEL SECURITY;
UPDATE cost_allocation a SET cost_tax_minor = CASE WHEN a.superseded_at IS NULL AND NOT l.is_tax_recoverable THEN l.tax_minor ELSE 0 END
  FROM invoice_line l WHERE l.account_id = a.account_id AND l.id = a.line_id;
UPDATE cost_allocation SET amount_minor = document_minor - cost_tax_minor;
ALTER TABLE cost_allocation FORCE ROW LEVEL SECURITY;
ALTER TABLE invoice_line FORCE ROW LEVEL SECURITY;
ALTER TABLE cost_allocation ALTER COLUMN amount_minor SET NOT NULL, ALTER COLUMN cost_tax_minor SET NOT NULL;
-- What moved between two days, and what was known on one.
CREATE INDEX cost_entry_superseded_idx ON cost_entry (account_id, superseded_at) WHERE superseded_at IS NOT NULL;
CREATE INDEX cost_entry_history_idx ON cost_entry (account_id, product_id, recorded_at);
-- Pages of costs by the date of their invoice, and what of all lines is not assigned.
CREATE INDEX cost_entry_invoice_idx ON cost_entry (account_id, invoice_id) WHERE superseded_at IS NULL;
CREATE INDEX cost_allocation_unassigned_idx ON cost_allocation (account_id, invoice_id) WHERE superseded_at IS NULL AND NOT is_excluded AND unassigned_document_minor <> 0;
CREATE INDEX cost_entry_past_idx ON cost_entry (account_id, recorded_at) WHERE superseded_at IS NOT NULL;
CREATE INDEX cost_layer_history_recorded_idx ON cost_layer_history (account_id, recorded_at);

-- ---------------------------------------------------------------- bundles
CREATE TABLE product_component (
  account_id uuid NOT NULL,
  bundle_id uuid NOT NULL,
  component_id uuid NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  position integer NOT NULL,
  PRIMARY KEY (account_id, bundle_id, component_id),
  CONSTRAINT product_component_not_itself CHECK (bundle_id <> component_id),
  CONSTRAINT product_component_bundle_fk FOREIGN KEY (account_id, bundle_id) REFERENCES product (account_id, id) ON DELETE CASCADE,
  CONSTRAINT product_component_component_fk FOREIGN KEY (account_id, component_id) REFERENCES product (account_id, id)
);
CREATE INDEX product_component_component_idx ON product_component (account_id, component_id);
-- A bundle's unit cost follows its components in the transaction that moves them. Exact quotients make the answers;
-- these columns, in minor units to 12 decimals, are there to sort and filter lists by.
ALTER TABLE product_cost_total DROP COLUMN landed_per_unit, DROP COLUMN factory_per_unit, DROP COLUMN inbound_per_unit;
ALTER TABLE product_cost_total
  ADD COLUMN is_bundle boolean NOT NULL DEFAULT false,
  ADD COLUMN bundle_landed numeric(40, 12),
  ADD COLUMN bundle_factory numeric(40, 12);
ALTER TABLE product_cost_total
  ADD COLUMN landed_per_unit numeric GENERATED ALWAYS AS (CASE WHEN is_bundle THEN bundle_landed WHEN units > 0 THEN (factory_minor + inbound_minor)::numeric / units END) STORED,
  ADD COLUMN factory_per_unit numeric GENERATED ALWAYS AS (CASE WHEN is_bundle THEN bundle_factory WHEN units > 0 THEN factory_minor::numeric / units END) STORED,
  ADD COLUMN inbound_per_unit numeric GENERATED ALWAYS AS (CASE WHEN is_bundle THEN bundle_landed - bundle_factory WHEN units > 0 THEN inbound_minor::numeric / units END) STORED;
CREATE INDEX product_cost_total_landed_idx ON product_cost_total (account_id, landed_per_unit, product_id);

-- ---------------------------------------------------------------- notifications
CREATE TABLE notification (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('ERROR', 'INFO', 'ACTION_NEEDED')),
  summary text NOT NULL,
  message text NOT NULL,
  about_type text CHECK (about_type IN ('INVOICE', 'PRODUCT', 'DOCUMENT')),
  about_id uuid,
  -- The same thing is told once while it lasts.
  dedupe_key text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX notification_dedupe_key ON notification (account_id, dedupe_key) WHERE dedupe_key IS NOT NULL;
CREATE INDEX notification_created_idx ON notification (account_id, created_at DESC, id DESC);
-- What a person did with it; without a row it is unread.
CREATE TABLE notification_reader (
  account_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  person_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('READ', 'DISMISSED')),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, notification_id, person_id),
  CONSTRAINT notification_reader_notification_fk FOREIGN KEY (account_id, notification_id) REFERENCES notification (account_id, id) ON DELETE CASCADE
);

-- ---------------------------------------------------------------- operations that can be undone, and jobs
CREATE TABLE operation (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  kind text NOT NULL,
  -- What undoing needs, in the form of the area that made it.
  payload jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  undone_at timestamptz,
  PRIMARY KEY (account_id, id)
);
-- One row per account, job and day: a job that has one is not run again, also by another process.
CREATE TABLE job_run (
  account_id uuid NOT NULL REFERENCES account (account_id),
  job text NOT NULL,
  day date NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  outcome jsonb,
  PRIMARY KEY (account_id, job, day)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['document_version', 'document_entity', 'cost_layer_history', 'product_component', 'notification', 'notification_reader', 'operation', 'job_run'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO quayside_app', t);
  END LOOP;
END $$;
