-- ---------------------------------------------------------------- purchase orders
CREATE TABLE purchase_order (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  internal_number text NOT NULL,
  po_number text NOT NULL,
  status text NOT NULL CONSTRAINT purchase_order_status_check CHECK (status IN ('DRAFT', 'OPEN', 'CLOSED')),
  close_reason text CONSTRAINT purchase_order_close_reason_check CHECK (close_reason IN ('INVOICED', 'SHORT', 'CANCELLED')),
  close_words text,
  closed_at timestamptz,
  supplier_id uuid,
  order_date date,
  currency text NOT NULL,
  rate text,
  rate_date date,
  rate_source text CONSTRAINT purchase_order_rate_source_check CHECK (rate_source IN ('manual', 'feed', 'Xero', 'payment')),
  shipping_number text,
  ship_to text,
  shipping_method text CONSTRAINT purchase_order_shipping_method_check CHECK (shipping_method IN ('AIR', 'SEA', 'LAND')),
  port_of_loading text,
  delivery_date date,
  etd date,
  ready_on date,
  shipped_on date,
  arrived_on date,
  delivered_on date,
  inspected_on date,
  -- The lead times of the supplier as they were when it was chosen, and the terms, which a person may change.
  lead_times jsonb NOT NULL DEFAULT '[]',
  terms jsonb NOT NULL DEFAULT '[]',
  banking_details text,
  carton_marks text,
  notes text,
  -- Documents that are to be sent with it.
  attachment_ids uuid[] NOT NULL DEFAULT '{}',
  -- Kept sums of its items. Cartons, volume and weight are null while those of one of the products are unknown.
  item_count integer NOT NULL DEFAULT 0,
  total_minor bigint NOT NULL DEFAULT 0,
  units numeric(16,6) NOT NULL DEFAULT 0,
  cartons bigint DEFAULT 0,
  volume_mm3 numeric DEFAULT 0,
  weight_ug numeric DEFAULT 0,
  heaviest_ug bigint,
  -- Kept sums of what invoices name of its items, and what is left to be invoiced.
  invoiced_minor bigint NOT NULL DEFAULT 0,
  left_minor bigint NOT NULL DEFAULT 0,
  left_count integer NOT NULL DEFAULT 0,
  -- Counts the changes of what is printed. The generated PDF and the last mail have the count of their time.
  content integer NOT NULL DEFAULT 1,
  revision integer NOT NULL DEFAULT 0,
  generated_content integer,
  -- A hash of all that was printed, and the options.
  generated_key text,
  generated_document_id uuid,
  generated_version integer,
  generated_at timestamptz,
  sent_at timestamptz,
  sent_revision integer,
  sent_content integer,
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT purchase_order_supplier_fk FOREIGN KEY (account_id, supplier_id) REFERENCES supplier (account_id, id),
  CONSTRAINT purchase_order_open_check CHECK (status = 'DRAFT' OR (supplier_id IS NOT NULL AND order_date IS NOT NULL)),
  CONSTRAINT purchase_order_closed_check CHECK ((status = 'CLOSED') = (close_reason IS NOT NULL))
);
CREATE UNIQUE INDEX purchase_order_internal_key ON purchase_order (account_id, lower(internal_number));
CREATE INDEX purchase_order_date_idx ON purchase_order (account_id, order_date, id);
CREATE INDEX purchase_order_updated_idx ON purchase_order (account_id, updated_at, id);
CREATE INDEX purchase_order_supplier_idx ON purchase_order (account_id, supplier_id) WHERE supplier_id IS NOT NULL;
CREATE INDEX purchase_order_document_idx ON purchase_order (account_id, generated_document_id)
  WHERE generated_document_id IS NOT NULL;

CREATE TABLE purchase_order_item (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  position integer NOT NULL,
  product_id uuid,
  name text,
  supplier_item_number text,
  asked_quantity numeric(16,6),
  quantity numeric(16,6) NOT NULL CONSTRAINT purchase_order_item_quantity_check CHECK (quantity >= 0),
  unit_price numeric(18,6) NOT NULL CONSTRAINT purchase_order_item_price_check CHECK (unit_price >= 0),
  amount_minor bigint NOT NULL,
  -- The case and the measures of the product when the item was last written. Without a product all are null.
  case_units integer,
  case_weight_ug bigint,
  cartons bigint,
  volume_mm3 numeric,
  weight_ug numeric,
  -- Kept sums of the lines that name it, less their credits, and what is left to be invoiced.
  invoiced_quantity numeric(20,6) NOT NULL DEFAULT 0,
  invoiced_minor bigint NOT NULL DEFAULT 0,
  left_minor bigint NOT NULL,
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT purchase_order_item_order_fk FOREIGN KEY (account_id, order_id) REFERENCES purchase_order (account_id, id),
  CONSTRAINT purchase_order_item_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id)
);
CREATE INDEX purchase_order_item_order_idx ON purchase_order_item (account_id, order_id, position) WHERE deleted_at IS NULL;
CREATE INDEX purchase_order_item_product_idx ON purchase_order_item (account_id, product_id) WHERE product_id IS NOT NULL;

-- The generated PDFs of purchase orders. Each revision is a version of a document.
CREATE TABLE purchase_order_revision (
  account_id uuid NOT NULL,
  order_id uuid NOT NULL,
  revision integer NOT NULL,
  document_id uuid NOT NULL,
  version_number integer NOT NULL,
  content integer NOT NULL,
  generated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, order_id, revision),
  CONSTRAINT purchase_order_revision_order_fk FOREIGN KEY (account_id, order_id) REFERENCES purchase_order (account_id, id)
);
CREATE INDEX purchase_order_revision_document_idx ON purchase_order_revision (account_id, document_id, version_number);

-- ---------------------------------------------------------------- invoices of purchase orders
ALTER TABLE invoice_line
  -- The item of a purchase order that the line invoices. A credit has that of the line that it credits.
  ADD COLUMN purchase_order_line_id uuid,
  -- Why a person accepts a line that is off its purchase order.
  ADD COLUMN match_reason text,
  ADD CONSTRAINT invoice_line_purchase_order_line_fk
    FOREIGN KEY (account_id, purchase_order_line_id) REFERENCES purchase_order_item (account_id, id);
CREATE INDEX invoice_line_purchase_order_line_idx ON invoice_line (account_id, purchase_order_line_id)
  WHERE purchase_order_line_id IS NOT NULL;

ALTER TABLE invoice_pairing
  DROP CONSTRAINT invoice_pairing_target_type_check,
  ADD CONSTRAINT invoice_pairing_target_type_check CHECK (target_type IN ('INVOICE', 'ORDER', 'PURCHASE_ORDER'));
ALTER TABLE cost_line_scope
  DROP CONSTRAINT cost_line_scope_target_type_check,
  ADD CONSTRAINT cost_line_scope_target_type_check CHECK (target_type IN ('ORDER', 'INVOICE', 'PRODUCT', 'PURCHASE_ORDER'));

-- The purchase order from which a supplier order was invoiced: that of its line.
ALTER TABLE cost_layer ADD COLUMN purchase_order_id uuid;
CREATE INDEX cost_layer_purchase_order_idx ON cost_layer (account_id, purchase_order_id) WHERE purchase_order_id IS NOT NULL;

-- ---------------------------------------------------------------- tolerances of suppliers
ALTER TABLE supplier
  ADD COLUMN price_tolerance_hundredths integer NOT NULL DEFAULT 200
    CONSTRAINT supplier_price_tolerance_check CHECK (price_tolerance_hundredths BETWEEN 0 AND 10000),
  -- The other price tolerance is an amount, which counts on purchase orders in its currency only.
  ADD COLUMN tolerance_amount numeric(19,6) NOT NULL DEFAULT 0
    CONSTRAINT supplier_tolerance_amount_check CHECK (tolerance_amount >= 0),
  ADD COLUMN tolerance_currency text,
  ADD COLUMN quantity_tolerance_hundredths integer NOT NULL DEFAULT 0
    CONSTRAINT supplier_quantity_tolerance_check CHECK (quantity_tolerance_hundredths BETWEEN 0 AND 10000),
  ADD CONSTRAINT supplier_tolerance_currency_check CHECK (tolerance_amount = 0 OR tolerance_currency IS NOT NULL);

-- ---------------------------------------------------------------- payments of purchase orders
ALTER TABLE payment
  ADD CONSTRAINT payment_purchase_order_fk
    FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_order (account_id, id);
ALTER TABLE credit
  ADD CONSTRAINT credit_purchase_order_fk
    FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_order (account_id, id);

-- ---------------------------------------------------------------- mails with documents
CREATE TABLE sent_mail (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  -- The queued mail of the newest attempt of a person to send it. Its record is deleted after 30 days.
  mail_id uuid NOT NULL,
  to_addresses text[] NOT NULL,
  cc_addresses text[] NOT NULL,
  reply_to text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  state text NOT NULL CONSTRAINT sent_mail_state_check CHECK (state IN ('WAITING', 'SENT', 'FAILED')),
  failure text,
  sent_by uuid,
  queued_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT sent_mail_mail_key UNIQUE (account_id, mail_id)
);
-- A document as it was sent. There is no foreign key, because the record stays when the document is removed.
CREATE TABLE sent_mail_document (
  account_id uuid NOT NULL,
  sent_mail_id uuid NOT NULL,
  position integer NOT NULL,
  document_id uuid NOT NULL,
  version_number integer NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  PRIMARY KEY (account_id, sent_mail_id, position),
  CONSTRAINT sent_mail_document_mail_fk FOREIGN KEY (account_id, sent_mail_id) REFERENCES sent_mail (account_id, id)
);
CREATE INDEX sent_mail_document_document_idx ON sent_mail_document (account_id, document_id);
CREATE TABLE sent_mail_entity (
  account_id uuid NOT NULL,
  sent_mail_id uuid NOT NULL,
  entity_type text NOT NULL,
  entity_id uuid NOT NULL,
  PRIMARY KEY (account_id, sent_mail_id, entity_type, entity_id),
  CONSTRAINT sent_mail_entity_mail_fk FOREIGN KEY (account_id, sent_mail_id) REFERENCES sent_mail (account_id, id),
  CONSTRAINT sent_mail_entity_entity_type_check CHECK (entity_type IN ('PURCHASE_ORDER', 'INVOICE', 'SHIPMENT_PLAN'))
);
CREATE INDEX sent_mail_entity_entity_idx ON sent_mail_entity (account_id, entity_type, entity_id, sent_mail_id);

ALTER TABLE notification
  DROP CONSTRAINT notification_about_type_check,
  ADD CONSTRAINT notification_about_type_check
    CHECK (about_type IN ('INVOICE', 'PRODUCT', 'DOCUMENT', 'SUPPLIER', 'IMPORT', 'PURCHASE_ORDER'));

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'purchase_order', 'purchase_order_item', 'purchase_order_revision', 'sent_mail', 'sent_mail_document', 'sent_mail_entity'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', name
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO quayside_app', name);
  END LOOP;
END $$;
