-- Quayside, first schema. Rules that hold for every table below:
--  * a tenant table carries account_id in its primary key and in every foreign key, and has forced
--    row-level security, so that a forgotten WHERE answers no row and a foreign id fails its key;
--  * global tables (no account yet, or above all accounts) are listed in db/global-tables.ts with the reason,
--    and the application role has no right on them at all;
--  * money is bigint minor units, days are date, instants are timestamptz, text is text.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'quayside_app') THEN
    CREATE ROLE quayside_app NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
  END IF;
  -- The owner must be able to become the application role; a superuser always can.
  -- From PostgreSQL 16 on, making a role gives the right to grant it, but not yet to become it.
  IF NOT pg_has_role(current_user, 'quayside_app', CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
    EXECUTE format('GRANT quayside_app TO %I', current_user);
  END IF;
END $$;
GRANT USAGE ON SCHEMA public TO quayside_app;

-- Which account the running transaction belongs to; null matches nothing.
CREATE FUNCTION current_account() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.account_id', true), '')::uuid $$;
CREATE FUNCTION current_person() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.user_id', true), '')::uuid $$;

-- ---------------------------------------------------------------- global tables
CREATE TABLE person (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  password_hash text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text,
  company text,
  time_zone text NOT NULL DEFAULT 'UTC',
  is_verified boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  is_system_admin boolean NOT NULL DEFAULT false,
  default_account_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX person_email_key ON person (lower(email));

CREATE TABLE session (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ip text,
  agent text
);
CREATE INDEX session_person_idx ON session (person_id);

-- Access and refresh tokens, SHA-256 only. A refresh token is spent once; a spent one that comes again ends its session.
CREATE TABLE session_token (
  hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  expires_at timestamptz NOT NULL,
  spent_at timestamptz
);
CREATE INDEX session_token_session_idx ON session_token (session_id);

CREATE TABLE rate_limit (
  bucket text PRIMARY KEY,
  hits integer NOT NULL,
  resets_at timestamptz NOT NULL
);

-- What happened, for the live streams: written in the transaction of the change, read after commit.
-- tx_id orders by commit horizon, so that a reader never skips a row that commits late.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tx_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  account_id uuid NOT NULL,
  person_id uuid,
  type text NOT NULL,
  payload jsonb NOT NULL,
  request_id text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outbox_tx_idx ON outbox (tx_id, id);
CREATE INDEX outbox_created_idx ON outbox (created_at);

-- ---------------------------------------------------------------- accounts
CREATE TABLE account (
  account_id uuid PRIMARY KEY,
  name text NOT NULL,
  owner_id uuid NOT NULL REFERENCES person (id),
  currency text NOT NULL,
  time_zone text NOT NULL,
  tier text,
  tier_expiry_at timestamptz,
  is_demo boolean NOT NULL DEFAULT false,
  is_orders_and_shipping_enabled boolean NOT NULL DEFAULT true,
  is_management_section_enabled boolean NOT NULL DEFAULT true,
  is_fee_tracker_active boolean NOT NULL DEFAULT true,
  is_sv1_enabled boolean NOT NULL DEFAULT false,
  is_po_and_inventory_enabled boolean NOT NULL DEFAULT true,
  is_market_places_enabled boolean NOT NULL DEFAULT true,
  is_resources_enabled boolean NOT NULL DEFAULT true,
  -- Set with the first cost entry; the currency is fixed from then on.
  first_cost_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE account_member (
  account_id uuid NOT NULL REFERENCES account (account_id),
  person_id uuid NOT NULL REFERENCES person (id),
  roles text[] NOT NULL,
  invitation_status text NOT NULL DEFAULT 'ACCEPTED' CHECK (invitation_status IN ('INVITED', 'ACCEPTED', 'REJECTED', 'REVOKED')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, person_id)
);
CREATE INDEX account_member_person_idx ON account_member (person_id);

-- Counters of an account, such as the next order number.
CREATE TABLE account_counter (
  account_id uuid NOT NULL REFERENCES account (account_id),
  name text NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (account_id, name)
);

-- Who changed what: one row per change, append only.
CREATE TABLE audit_log (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  person_id uuid,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_ids uuid[] NOT NULL,
  details jsonb,
  request_id text,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX audit_log_recorded_idx ON audit_log (account_id, recorded_at);

-- First answers of requests that carry an Idempotency-Key, kept 30 days.
CREATE TABLE idempotency_key (
  account_id uuid NOT NULL REFERENCES account (account_id),
  key text NOT NULL,
  operation text NOT NULL,
  request_sha256 text NOT NULL,
  status integer,
  response text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_key_created_idx ON idempotency_key (created_at);

-- ---------------------------------------------------------------- documents
CREATE TABLE document (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  document_type text NOT NULL CHECK (document_type IN ('PURCHASE_ORDER', 'INVOICE', 'SHIPMENT_PLAN', 'OTHER')),
  entity_type text NOT NULL CHECK (entity_type IN ('PURCHASE_ORDER', 'INVOICE', 'SHIPMENT_PLAN', 'NONE')),
  entity_id uuid,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  storage_key text NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX document_entity_idx ON document (account_id, entity_type, entity_id);

-- ---------------------------------------------------------------- suppliers
CREATE TABLE supplier (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  company_name text NOT NULL,
  local_name text,
  email text,
  telephone text,
  address_line1 text,
  address_line2 text,
  address_line3 text,
  city text,
  post_code text,
  state text,
  country text,
  currency text,
  notes text,
  lead_time integer,
  shipping_method text CHECK (shipping_method IN ('AIR', 'SEA', 'LAND')),
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (lower(company_name || ' ' || coalesce(local_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(city, ''))) STORED,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX supplier_name_idx ON supplier (account_id, lower(company_name), id);
CREATE INDEX supplier_search_idx ON supplier USING gin (search_text gin_trgm_ops);

-- ---------------------------------------------------------------- products
CREATE TABLE product (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  name text NOT NULL,
  sku text NOT NULL,
  sku_alias text[] NOT NULL DEFAULT '{}',
  asin text,
  fnsku text,
  brand text,
  re_brand text,
  product_group text,
  tags text[] NOT NULL DEFAULT '{}',
  notes text,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE', 'TOP_SELLER', 'UNDER_REVIEW', 'CLOSED_LISTING', 'DISCONTINUED')),
  channel text[] NOT NULL DEFAULT '{}',
  shipping_method text CHECK (shipping_method IN ('AIR', 'SEA', 'LAND')),
  country_of_origin text,
  length numeric(11, 4),
  width numeric(11, 4),
  height numeric(11, 4),
  dimension_unit text NOT NULL DEFAULT 'CM' CHECK (dimension_unit IN ('CM', 'IN')),
  weight numeric(11, 4),
  packaging_weight numeric(11, 4),
  shipping_weight numeric(11, 4),
  weight_unit text NOT NULL DEFAULT 'GR' CHECK (weight_unit IN ('GR', 'OZ')),
  -- What a new cost layer copies; null where something is missing. Worked out by the domain on each write.
  unit_weight_ug bigint,
  unit_volume_mm3 bigint,
  thumbnail text,
  supplier_lead_time integer,
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (lower(name || ' ' || sku || ' ' || coalesce(asin, '') || ' ' || coalesce(fnsku, '') || ' ' || coalesce(brand, ''))) STORED,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX product_sku_key ON product (account_id, lower(sku));
CREATE INDEX product_name_idx ON product (account_id, lower(name), id);
CREATE INDEX product_updated_idx ON product (account_id, updated_at, id);
CREATE INDEX product_search_idx ON product USING gin (search_text gin_trgm_ops);

CREATE TABLE product_supplier (
  account_id uuid NOT NULL,
  product_id uuid NOT NULL,
  supplier_id uuid NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (account_id, product_id, supplier_id),
  CONSTRAINT product_supplier_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id) ON DELETE CASCADE,
  CONSTRAINT product_supplier_supplier_fk FOREIGN KEY (account_id, supplier_id) REFERENCES supplier (account_id, id)
);
CREATE INDEX product_supplier_supplier_idx ON product_supplier (account_id, supplier_id);

CREATE TABLE product_changelog (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('USER', 'AMAZON_SYNC', 'CSV_IMPORT', 'GOOGLE_SHEET', 'INVOICE')),
  field text NOT NULL,
  old_value text,
  new_value text,
  changed_by uuid,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT product_changelog_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id) ON DELETE CASCADE
);
CREATE INDEX product_changelog_product_idx ON product_changelog (account_id, product_id, changed_at);

CREATE TABLE product_import (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  file_sha256 text NOT NULL,
  is_dry_run boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('CHECKED', 'IMPORTED', 'REFUSED')),
  -- The whole answer, in the contract's shape.
  result jsonb NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX product_import_file_idx ON product_import (account_id, file_sha256);

-- ---------------------------------------------------------------- invoices
CREATE TABLE invoice (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  invoice_number text NOT NULL,
  -- The number was filled from the date (business §5) and follows it.
  is_number_from_date boolean NOT NULL DEFAULT false,
  supplier_id uuid NOT NULL,
  date date NOT NULL,
  currency text NOT NULL,
  rate text,
  rate_date date,
  rate_source text CHECK (rate_source IN ('manual', 'feed', 'Xero', 'payment')),
  total_minor bigint,
  status text NOT NULL CHECK (status IN ('REVIEW', 'WORKING', 'OPEN', 'CLOSED')),
  pay_reference_number text,
  cost_type text,
  type text CHECK (type IN ('SHIPPING_ONLY', 'SHIPPING_AND_CUSTOMS', 'CUSTOMS_ONLY')),
  shipping_method text CHECK (shipping_method IN ('AIR', 'SEA', 'LAND')),
  vessel_voyage text,
  etd date,
  attention text,
  tracking text,
  bill_to_company text,
  document_id uuid,
  archived_at timestamptz,
  -- Deleted invoices and lines stay for the history of the cost entries and are shown nowhere.
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT invoice_supplier_fk FOREIGN KEY (account_id, supplier_id) REFERENCES supplier (account_id, id),
  CONSTRAINT invoice_document_fk FOREIGN KEY (account_id, document_id) REFERENCES document (account_id, id)
);
CREATE INDEX invoice_date_idx ON invoice (account_id, date, id) WHERE deleted_at IS NULL;
CREATE INDEX invoice_updated_idx ON invoice (account_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invoice_supplier_idx ON invoice (account_id, supplier_id) WHERE deleted_at IS NULL;
CREATE INDEX invoice_number_trgm_idx ON invoice USING gin (lower(invoice_number) gin_trgm_ops);

CREATE TABLE invoice_line (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  position integer NOT NULL,
  product_id uuid,
  name text,
  ledger_account text,
  internal_reference text,
  cost_type text NOT NULL,
  quantity numeric(16, 6) NOT NULL DEFAULT 0,
  amount_minor bigint NOT NULL DEFAULT 0,
  tax_minor bigint NOT NULL DEFAULT 0,
  is_tax_recoverable boolean NOT NULL DEFAULT true,
  is_excluded boolean NOT NULL DEFAULT false,
  exclusion_reason text,
  basis text,
  -- The scope was chosen by a person; its rows are in cost_line_scope.
  has_chosen_scope boolean NOT NULL DEFAULT false,
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT invoice_line_invoice_fk FOREIGN KEY (account_id, invoice_id) REFERENCES invoice (account_id, id),
  CONSTRAINT invoice_line_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id),
  CONSTRAINT invoice_line_exclusion_reason CHECK (NOT is_excluded OR exclusion_reason IS NOT NULL)
);
CREATE INDEX invoice_line_invoice_idx ON invoice_line (account_id, invoice_id, position) WHERE deleted_at IS NULL;
CREATE INDEX invoice_line_product_idx ON invoice_line (account_id, product_id) WHERE deleted_at IS NULL;

-- What an invoice is about: orders or invoices whose goods its lines without product are spread over.
CREATE TABLE invoice_pairing (
  account_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  target_type text NOT NULL CHECK (target_type IN ('INVOICE', 'ORDER')),
  target_id uuid NOT NULL,
  PRIMARY KEY (account_id, invoice_id, target_type, target_id),
  CONSTRAINT invoice_pairing_invoice_fk FOREIGN KEY (account_id, invoice_id) REFERENCES invoice (account_id, id)
);
CREATE INDEX invoice_pairing_target_idx ON invoice_pairing (account_id, target_type, target_id);

-- ---------------------------------------------------------------- costs
-- A supplier order: a factory line with product and quantity, as a batch of units with its own cost.
CREATE TABLE cost_layer (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  -- Order number; also the stable key that decides ties of rounding.
  number text NOT NULL,
  product_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  invoice_line_id uuid NOT NULL,
  date date NOT NULL,
  units bigint NOT NULL CHECK (units > 0),
  -- Copied from the product when the order was made: nothing moves silently afterwards.
  weight_ug bigint,
  volume_mm3 bigint,
  shipping_method text,
  -- Factory amount in account currency, the weight of VALUE; null without a rate.
  factory_minor bigint,
  -- The line lost its product or quantity; kept for history.
  removed_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT cost_layer_number_key UNIQUE (account_id, number),
  CONSTRAINT cost_layer_line_key UNIQUE (account_id, invoice_line_id),
  CONSTRAINT cost_layer_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id),
  CONSTRAINT cost_layer_line_fk FOREIGN KEY (account_id, invoice_line_id) REFERENCES invoice_line (account_id, id),
  CONSTRAINT cost_layer_invoice_fk FOREIGN KEY (account_id, invoice_id) REFERENCES invoice (account_id, id)
);
CREATE INDEX cost_layer_product_idx ON cost_layer (account_id, product_id, date) WHERE removed_at IS NULL;
CREATE INDEX cost_layer_invoice_idx ON cost_layer (account_id, invoice_id) WHERE removed_at IS NULL;

-- Where a cost line looks for its layers. Chosen rows, or the defaults written out, so that a change of
-- a layer finds the lines that it concerns by one index look-up.
CREATE TABLE cost_line_scope (
  account_id uuid NOT NULL,
  line_id uuid NOT NULL,
  target_type text NOT NULL CHECK (target_type IN ('ORDER', 'INVOICE', 'PRODUCT')),
  target_id uuid NOT NULL,
  origin text NOT NULL CHECK (origin IN ('CHOSEN', 'OWN_INVOICE', 'PAIRING', 'OWN_PRODUCT')),
  PRIMARY KEY (account_id, line_id, target_type, target_id, origin),
  CONSTRAINT cost_line_scope_line_fk FOREIGN KEY (account_id, line_id) REFERENCES invoice_line (account_id, id)
);
CREATE INDEX cost_line_scope_target_idx ON cost_line_scope (account_id, target_type, target_id);

CREATE TABLE cost_manual_share (
  account_id uuid NOT NULL,
  line_id uuid NOT NULL,
  layer_id uuid NOT NULL,
  document_minor bigint NOT NULL,
  PRIMARY KEY (account_id, line_id, layer_id),
  CONSTRAINT cost_manual_share_line_fk FOREIGN KEY (account_id, line_id) REFERENCES invoice_line (account_id, id),
  CONSTRAINT cost_manual_share_layer_fk FOREIGN KEY (account_id, layer_id) REFERENCES cost_layer (account_id, id)
);

-- One working-out of a cost line: what was shared, how, and what was left. Append only; a change
-- supersedes it with all its entries and writes the next one in the same transaction.
CREATE TABLE cost_allocation (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  line_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  basis text NOT NULL,
  is_basis_fallback boolean NOT NULL,
  measure text,
  chargeable_method text,
  weight_total numeric(40, 0) NOT NULL,
  document_minor bigint NOT NULL,
  account_minor bigint,
  rate text,
  rate_date date,
  rate_source text,
  unassigned_document_minor bigint NOT NULL,
  unassigned_account_minor bigint,
  unassigned_reason text,
  lacking_product_ids uuid[] NOT NULL DEFAULT '{}',
  is_excluded boolean NOT NULL,
  -- The invoice is not confirmed yet. The one mark that changes without a new working-out.
  is_provisional boolean NOT NULL,
  entry_count integer NOT NULL,
  recorded_by uuid,
  recorded_at timestamptz NOT NULL,
  superseded_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT cost_allocation_line_fk FOREIGN KEY (account_id, line_id) REFERENCES invoice_line (account_id, id)
);
CREATE UNIQUE INDEX cost_allocation_current_key ON cost_allocation (account_id, line_id) WHERE superseded_at IS NULL;
CREATE INDEX cost_allocation_invoice_idx ON cost_allocation (account_id, invoice_id) WHERE superseded_at IS NULL;

CREATE TABLE cost_entry (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  allocation_id uuid NOT NULL,
  line_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  product_id uuid NOT NULL,
  layer_id uuid,
  cost_type text NOT NULL,
  document_minor bigint NOT NULL,
  account_minor bigint NOT NULL,
  weight numeric(40, 0) NOT NULL,
  rounding_unit smallint NOT NULL,
  is_excluded boolean NOT NULL,
  recorded_at timestamptz NOT NULL,
  superseded_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT cost_entry_allocation_fk FOREIGN KEY (account_id, allocation_id) REFERENCES cost_allocation (account_id, id),
  CONSTRAINT cost_entry_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id),
  CONSTRAINT cost_entry_layer_fk FOREIGN KEY (account_id, layer_id) REFERENCES cost_layer (account_id, id)
);
CREATE INDEX cost_entry_allocation_idx ON cost_entry (account_id, allocation_id);
CREATE INDEX cost_entry_product_idx ON cost_entry (account_id, product_id) WHERE superseded_at IS NULL;
CREATE INDEX cost_entry_layer_idx ON cost_entry (account_id, layer_id);
CREATE INDEX cost_entry_recorded_idx ON cost_entry (account_id, recorded_at, id) WHERE superseded_at IS NULL;

-- Sums kept in the transaction of each change, without a version: nobody edits them.
CREATE TABLE product_cost_total (
  account_id uuid NOT NULL,
  product_id uuid NOT NULL,
  factory_minor bigint NOT NULL DEFAULT 0,
  inbound_minor bigint NOT NULL DEFAULT 0,
  units bigint NOT NULL DEFAULT 0,
  entry_count integer NOT NULL DEFAULT 0,
  -- Entries of invoices that are not confirmed yet.
  provisional_count integer NOT NULL DEFAULT 0,
  -- Cost type to minor units, as text.
  by_category jsonb NOT NULL DEFAULT '{}',
  changed_at timestamptz NOT NULL,
  landed_per_unit numeric GENERATED ALWAYS AS (CASE WHEN units > 0 THEN (factory_minor + inbound_minor)::numeric / units END) STORED,
  factory_per_unit numeric GENERATED ALWAYS AS (CASE WHEN units > 0 THEN factory_minor::numeric / units END) STORED,
  inbound_per_unit numeric GENERATED ALWAYS AS (CASE WHEN units > 0 THEN inbound_minor::numeric / units END) STORED,
  PRIMARY KEY (account_id, product_id),
  CONSTRAINT product_cost_total_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id) ON DELETE CASCADE
);
CREATE INDEX product_cost_total_landed_idx ON product_cost_total (account_id, landed_per_unit, product_id);

CREATE TABLE invoice_total (
  account_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  line_count integer NOT NULL DEFAULT 0,
  lines_minor bigint NOT NULL DEFAULT 0,
  recoverable_tax_minor bigint NOT NULL DEFAULT 0,
  cost_tax_minor bigint NOT NULL DEFAULT 0,
  assigned_minor bigint NOT NULL DEFAULT 0,
  unassigned_minor bigint NOT NULL DEFAULT 0,
  unassigned_line_count integer NOT NULL DEFAULT 0,
  excluded_minor bigint NOT NULL DEFAULT 0,
  -- The same in account currency; null without a rate.
  lines_account_minor bigint,
  recoverable_tax_account_minor bigint,
  cost_tax_account_minor bigint,
  difference_account_minor bigint,
  assigned_account_minor bigint,
  unassigned_account_minor bigint,
  excluded_account_minor bigint,
  PRIMARY KEY (account_id, invoice_id),
  CONSTRAINT invoice_total_invoice_fk FOREIGN KEY (account_id, invoice_id) REFERENCES invoice (account_id, id)
);

-- ---------------------------------------------------------------- row-level security
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY[
    'account', 'account_member', 'account_counter', 'audit_log', 'idempotency_key', 'document', 'supplier', 'product', 'product_supplier',
    'product_changelog', 'product_import', 'invoice', 'invoice_line', 'invoice_pairing', 'cost_layer', 'cost_line_scope', 'cost_manual_share',
    'cost_allocation', 'cost_entry', 'product_cost_total', 'invoice_total'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO quayside_app', t);
  END LOOP;
END $$;
-- Append only for the application: nobody rewrites who did what.
REVOKE UPDATE, DELETE ON audit_log FROM quayside_app;
-- A person may see which accounts they belong to before one of them is chosen.
CREATE POLICY own_memberships ON account_member FOR SELECT USING (person_id = current_person());
CREATE POLICY own_accounts ON account FOR SELECT USING (account_id IN (SELECT m.account_id FROM account_member m WHERE m.person_id = current_person()));
-- The application role may add to the outbox and nothing else of the global tables.
GRANT INSERT ON outbox TO quayside_app;
