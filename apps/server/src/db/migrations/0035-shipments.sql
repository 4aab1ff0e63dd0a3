-- Orders on their way: pack lists, cartons and shipment plans. "Order" is a supplier order, a row of cost_layer.

-- What is packed and shipped of an order, and what people note about it. An order without a row is unpacked and OPEN.
CREATE TABLE order_packing (
  account_id uuid NOT NULL REFERENCES account (account_id),
  order_id uuid NOT NULL,
  -- Sums over its pack lists, kept by the service that writes these.
  packed bigint NOT NULL DEFAULT 0 CONSTRAINT order_packing_packed_check CHECK (packed >= 0),
  shipped bigint NOT NULL DEFAULT 0 CONSTRAINT order_packing_shipped_check CHECK (shipped BETWEEN 0 AND packed),
  pack_lists integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'OPEN' CONSTRAINT order_packing_status_check
    CHECK (status IN ('OPEN', 'IN_TRANSIT', 'RECEIVED', 'CLOSED')),
  ready_on date,
  notes text,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, order_id),
  CONSTRAINT order_packing_order_fk FOREIGN KEY (account_id, order_id) REFERENCES cost_layer (account_id, id)
);
CREATE INDEX order_packing_status_idx ON order_packing (account_id, status) WHERE status <> 'OPEN';

CREATE TABLE carton_type (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  name text NOT NULL,
  -- Outside measures as typed, in its unit; null is unknown.
  length numeric(13, 6),
  width numeric(13, 6),
  height numeric(13, 6),
  dimension_unit text NOT NULL CONSTRAINT carton_type_dimension_unit_check
    CHECK (dimension_unit IN ('CM', 'IN', 'MM', 'M', 'FT')),
  -- The weight of the empty carton as typed.
  weight numeric(11, 4),
  weight_unit text NOT NULL CONSTRAINT carton_type_weight_unit_check CHECK (weight_unit IN ('GR', 'KG', 'OZ', 'LB')),
  -- The same, exact: micrograms and cubic millimetres, rounded once.
  tare_ug bigint,
  volume_mm3 bigint,
  max_units integer CONSTRAINT carton_type_max_units_check CHECK (max_units > 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX carton_type_name_key ON carton_type (account_id, lower(name));

CREATE TABLE shipment_plan (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  -- SP-0001 is 1.
  number bigint NOT NULL,
  name text,
  status text NOT NULL DEFAULT 'OPEN' CONSTRAINT shipment_plan_status_check
    CHECK (status IN ('OPEN', 'IN_TRANSIT', 'RECEIVED', 'CLOSED')),
  shipping_method text CONSTRAINT shipment_plan_shipping_method_check CHECK (shipping_method IN ('AIR', 'SEA', 'LAND')),
  -- Days with "on" happened, the others are expected.
  estimated_ready_date date,
  ready_on date,
  cut_off date,
  estimated_ship_date date,
  shipped_on date,
  eta date,
  arrived_on date,
  estimated_delivery_date date,
  delivered_on date,
  goods_timeline text CONSTRAINT shipment_plan_goods_timeline_check
    CHECK (goods_timeline IN ('READY', 'READY_WITHIN_7_DAYS', 'READY_WITHIN_14_DAYS', 'READY_WITHIN_30_DAYS')),
  from_address_type text CONSTRAINT shipment_plan_from_address_type_check
    CHECK (from_address_type IN ('SUPPLIER', 'FORWARDER', 'WAREHOUSE', 'AMAZON_FBA', 'OTHER')),
  from_country text,
  from_address text,
  to_address_type text CONSTRAINT shipment_plan_to_address_type_check
    CHECK (to_address_type IN ('SUPPLIER', 'FORWARDER', 'WAREHOUSE', 'AMAZON_FBA', 'OTHER')),
  -- Of the destination.
  country text,
  address text,
  container_type text CONSTRAINT shipment_plan_container_type_check
    CHECK (container_type IN ('LCL', '20FT', '40FT', '40FT_HC', '45FT_HC')),
  calculate_by text CONSTRAINT shipment_plan_calculate_by_check
    CHECK (calculate_by IN ('SHIPPING_RATE', 'CONTAINER_ESTIMATE')),
  -- In `currency`: the price of a kilogram of chargeable weight, and the estimate for the container.
  shipping_rate numeric(18, 6) CONSTRAINT shipment_plan_shipping_rate_check CHECK (shipping_rate >= 0),
  container_estimate_minor bigint CONSTRAINT shipment_plan_container_estimate_check CHECK (container_estimate_minor >= 0),
  currency text NOT NULL,
  -- Account currency for 1 of `currency`.
  rate numeric,
  rate_date date,
  rate_source text CONSTRAINT shipment_plan_rate_source_check CHECK (rate_source IN ('manual', 'feed')),
  is_hazardous_goods boolean NOT NULL DEFAULT false,
  job_number text,
  carrier_contact_id uuid,
  tracking_number text,
  warehouse_reference text,
  notes text,
  -- Sums over its pack lists and cartons, kept by the service that writes these. Null: one of the measures is unknown.
  pack_lists integer NOT NULL DEFAULT 0,
  units bigint NOT NULL DEFAULT 0,
  cartons bigint NOT NULL DEFAULT 0,
  weight_ug numeric,
  volume_mm3 numeric,
  chargeable_ug numeric,
  estimated_cost_minor bigint,
  -- Why the chargeable weight is unknown, and the products that lack a measure.
  lacking_reason text,
  lacking_product_ids uuid[] NOT NULL DEFAULT '{}',
  -- The hash of its CSV as it was when these sums were written.
  content_sha256 text,
  -- The documents that kept its CSV; the last one is the current one.
  csv_document_ids uuid[] NOT NULL DEFAULT '{}',
  -- The last mail with its CSV that was not given up, and the hash of that CSV.
  sent_at timestamptz,
  sent_sha256 text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT shipment_plan_number_key UNIQUE (account_id, number),
  CONSTRAINT shipment_plan_carrier_fk FOREIGN KEY (account_id, carrier_contact_id) REFERENCES supplier (account_id, id),
  CONSTRAINT shipment_plan_shipped_check CHECK (status <> 'OPEN' OR shipped_on IS NULL)
);
CREATE INDEX shipment_plan_status_idx ON shipment_plan (account_id, status, number) WHERE removed_at IS NULL;
CREATE INDEX shipment_plan_carrier_idx ON shipment_plan (account_id, carrier_contact_id)
  WHERE carrier_contact_id IS NOT NULL;

-- A row is `count` identical cartons. A carton without pack lists is empty and in no plan.
CREATE TABLE carton (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  -- CT-0001 is 1.
  number bigint NOT NULL,
  carton_type_id uuid,
  count integer NOT NULL CONSTRAINT carton_count_check CHECK (count BETWEEN 1 AND 10000),
  -- The gross weight of one carton as it was measured, as typed and exact.
  measured_weight numeric(11, 4) CONSTRAINT carton_measured_weight_check CHECK (measured_weight > 0),
  weight_unit text NOT NULL DEFAULT 'KG' CONSTRAINT carton_weight_unit_check
    CHECK (weight_unit IN ('GR', 'KG', 'OZ', 'LB')),
  measured_ug bigint,
  marks text,
  -- The plan of all its pack lists; kept by the service that writes these.
  plan_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT carton_number_key UNIQUE (account_id, number),
  CONSTRAINT carton_type_fk FOREIGN KEY (account_id, carton_type_id) REFERENCES carton_type (account_id, id),
  CONSTRAINT carton_plan_fk FOREIGN KEY (account_id, plan_id) REFERENCES shipment_plan (account_id, id)
);
CREATE INDEX carton_type_idx ON carton (account_id, carton_type_id) WHERE carton_type_id IS NOT NULL;
CREATE INDEX carton_plan_idx ON carton (account_id, plan_id) WHERE plan_id IS NOT NULL;

-- A part of an order. Removed ones stay, because costs of the past name them.
CREATE TABLE pack_list (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  -- PL-0001 is 1.
  number bigint NOT NULL,
  order_id uuid NOT NULL,
  units bigint NOT NULL CONSTRAINT pack_list_units_check CHECK (units > 0),
  carton_id uuid,
  plan_id uuid,
  ready_on date,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT pack_list_number_key UNIQUE (account_id, number),
  CONSTRAINT pack_list_order_fk FOREIGN KEY (account_id, order_id) REFERENCES cost_layer (account_id, id),
  CONSTRAINT pack_list_carton_fk FOREIGN KEY (account_id, carton_id) REFERENCES carton (account_id, id),
  CONSTRAINT pack_list_plan_fk FOREIGN KEY (account_id, plan_id) REFERENCES shipment_plan (account_id, id),
  CONSTRAINT pack_list_removed_check CHECK (removed_at IS NULL OR (carton_id IS NULL AND plan_id IS NULL))
);
CREATE INDEX pack_list_order_idx ON pack_list (account_id, order_id) WHERE removed_at IS NULL;
CREATE INDEX pack_list_carton_idx ON pack_list (account_id, carton_id) WHERE carton_id IS NOT NULL;
CREATE INDEX pack_list_plan_idx ON pack_list (account_id, plan_id) WHERE plan_id IS NOT NULL;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['order_packing', 'carton_type', 'shipment_plan', 'carton', 'pack_list'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', name
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO quayside_app', name);
  END LOOP;
END $$;

ALTER TABLE notification
  DROP CONSTRAINT notification_about_type_check,
  ADD CONSTRAINT notification_about_type_check
    CHECK (about_type IN ('INVOICE', 'PRODUCT', 'DOCUMENT', 'SUPPLIER', 'IMPORT', 'PURCHASE_ORDER', 'SHIPMENT_PLAN'));
