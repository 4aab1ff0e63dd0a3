-- What moving goods costs: rates of forwarders, duty rates, and costs that are shared over pack lists.

-- The HS code as a person typed it; its digits are compared.
ALTER TABLE product ADD COLUMN hs_code text;

-- What a forwarder charges. Quantities are in `unit`: kilograms, weight or measure, or containers.
CREATE TABLE freight_rate (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  name text NOT NULL,
  forwarder_id uuid,
  mode text NOT NULL CONSTRAINT freight_rate_mode_check CHECK (mode IN ('AIR', 'COURIER', 'SEA', 'LAND')),
  -- Null: from or to anywhere.
  from_country text,
  to_country text,
  currency text NOT NULL,
  unit text NOT NULL CONSTRAINT freight_rate_unit_check CHECK (unit IN ('KG', 'WM', 'CONTAINER')),
  -- How much volume counts as how much weight; null: that of the mode.
  divisor numeric(18, 6) CONSTRAINT freight_rate_divisor_check CHECK (divisor > 0),
  divisor_unit text CONSTRAINT freight_rate_divisor_unit_check
    CHECK (divisor_unit IN ('CM3_PER_KG', 'IN3_PER_KG', 'IN3_PER_LB', 'KG_PER_M3')),
  level text NOT NULL DEFAULT 'SHIPMENT' CONSTRAINT freight_rate_level_check CHECK (level IN ('SHIPMENT', 'CARTON')),
  side_rounding text NOT NULL DEFAULT 'NONE' CONSTRAINT freight_rate_side_rounding_check
    CHECK (side_rounding IN ('NONE', 'NEAREST', 'UP')),
  side_unit text NOT NULL DEFAULT 'CM' CONSTRAINT freight_rate_side_unit_check CHECK (side_unit IN ('CM', 'IN')),
  minimum numeric(24, 9) NOT NULL DEFAULT 0 CONSTRAINT freight_rate_minimum_check CHECK (minimum >= 0),
  step numeric(24, 9) NOT NULL DEFAULT 0 CONSTRAINT freight_rate_step_check CHECK (step >= 0),
  least_minor bigint NOT NULL DEFAULT 0 CONSTRAINT freight_rate_least_check CHECK (least_minor >= 0),
  container_type text CONSTRAINT freight_rate_container_type_check
    CHECK (container_type IN ('20FT', '40FT', '40FT_HC', '45FT_HC')),
  transit_days integer CONSTRAINT freight_rate_transit_days_check CHECK (transit_days BETWEEN 0 AND 365),
  valid_from date,
  valid_to date,
  notes text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Archived ones stay for the plans that chose them.
  archived_at timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT freight_rate_forwarder_fk FOREIGN KEY (account_id, forwarder_id) REFERENCES supplier (account_id, id),
  CONSTRAINT freight_rate_divisor_both_check CHECK ((divisor IS NULL) = (divisor_unit IS NULL)),
  CONSTRAINT freight_rate_valid_check CHECK (valid_to >= valid_from)
);
CREATE INDEX freight_rate_forwarder_idx ON freight_rate (account_id, forwarder_id) WHERE forwarder_id IS NOT NULL;

-- A price from a quantity on. A rate with one price has one row, from 0.
CREATE TABLE freight_rate_break (
  account_id uuid NOT NULL,
  rate_id uuid NOT NULL,
  from_quantity numeric(24, 9) NOT NULL CONSTRAINT freight_rate_break_from_check CHECK (from_quantity >= 0),
  price numeric(18, 4) NOT NULL CONSTRAINT freight_rate_break_price_check CHECK (price >= 0),
  PRIMARY KEY (account_id, rate_id, from_quantity),
  CONSTRAINT freight_rate_break_rate_fk FOREIGN KEY (account_id, rate_id) REFERENCES freight_rate (account_id, id)
    ON DELETE CASCADE
);

-- A fixed fee of a rate, in its currency.
CREATE TABLE freight_rate_fee (
  account_id uuid NOT NULL,
  rate_id uuid NOT NULL,
  position smallint NOT NULL,
  name text NOT NULL,
  amount_minor bigint NOT NULL CONSTRAINT freight_rate_fee_amount_check CHECK (amount_minor >= 0),
  PRIMARY KEY (account_id, rate_id, position),
  CONSTRAINT freight_rate_fee_rate_fk FOREIGN KEY (account_id, rate_id) REFERENCES freight_rate (account_id, id)
    ON DELETE CASCADE
);

-- What an account says that a container holds, where it differs from the published figures.
CREATE TABLE container_size (
  account_id uuid NOT NULL REFERENCES account (account_id),
  container_type text NOT NULL CONSTRAINT container_size_type_check
    CHECK (container_type IN ('20FT', '40FT', '40FT_HC', '45FT_HC')),
  usable_mm3 bigint NOT NULL CONSTRAINT container_size_usable_check CHECK (usable_mm3 > 0),
  payload_ug bigint NOT NULL CONSTRAINT container_size_payload_check CHECK (payload_ug > 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, container_type)
);

-- The duty rate of a product, or of all products with an HS code, in a destination.
CREATE TABLE duty_rate (
  account_id uuid NOT NULL REFERENCES account (account_id),
  id uuid NOT NULL,
  product_id uuid,
  -- Its digits.
  hs_code text,
  country text NOT NULL,
  percent numeric(7, 3) NOT NULL CONSTRAINT duty_rate_percent_check CHECK (percent BETWEEN 0 AND 1000),
  valid_from date,
  valid_to date,
  notes text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT duty_rate_product_fk FOREIGN KEY (account_id, product_id) REFERENCES product (account_id, id),
  CONSTRAINT duty_rate_of_check CHECK ((product_id IS NULL) <> (hs_code IS NULL)),
  CONSTRAINT duty_rate_valid_check CHECK (valid_to >= valid_from)
);
CREATE INDEX duty_rate_product_idx ON duty_rate (account_id, product_id) WHERE product_id IS NOT NULL;
CREATE INDEX duty_rate_hs_code_idx ON duty_rate (account_id, hs_code) WHERE hs_code IS NOT NULL;

-- What duty is charged on in a destination, where an account says otherwise than the default.
CREATE TABLE duty_destination (
  account_id uuid NOT NULL REFERENCES account (account_id),
  country text NOT NULL,
  customs_value text NOT NULL CONSTRAINT duty_destination_customs_value_check CHECK (customs_value IN ('CIF', 'FOB')),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, country)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'freight_rate', 'freight_rate_break', 'freight_rate_fee', 'container_size', 'duty_rate', 'duty_destination'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (account_id = current_account()) WITH CHECK (account_id = current_account())', name
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO quayside_app', name);
  END LOOP;
END $$;

-- The rate that was chosen for a plan goes before what was typed.
ALTER TABLE shipment_plan
  ADD COLUMN freight_rate_id uuid,
  -- Why it was shipped to Amazon although cartons are against its rules.
  ADD COLUMN shipped_despite text,
  -- The estimated cost is in the currency of the chosen rate; null: in that of the plan.
  ADD COLUMN estimated_cost_currency text,
  -- The exchange rate from that currency to account currency, fixed when the rate was chosen; null: it has none.
  ADD COLUMN estimate_rate text,
  ADD COLUMN estimate_rate_date date,
  ADD CONSTRAINT shipment_plan_freight_rate_fk FOREIGN KEY (account_id, freight_rate_id)
    REFERENCES freight_rate (account_id, id);
CREATE INDEX shipment_plan_freight_rate_idx ON shipment_plan (account_id, freight_rate_id)
  WHERE freight_rate_id IS NOT NULL;

-- Costs over pack lists.
ALTER TABLE invoice_pairing
  DROP CONSTRAINT invoice_pairing_target_type_check,
  ADD CONSTRAINT invoice_pairing_target_type_check
    CHECK (target_type IN ('INVOICE', 'ORDER', 'PURCHASE_ORDER', 'SHIPMENT'));
ALTER TABLE cost_line_scope
  DROP CONSTRAINT cost_line_scope_target_type_check,
  ADD CONSTRAINT cost_line_scope_target_type_check
    CHECK (target_type IN ('ORDER', 'INVOICE', 'PRODUCT', 'PURCHASE_ORDER', 'PACK_LIST', 'CARTON', 'SHIPMENT'));
ALTER TABLE invoice_line
  DROP CONSTRAINT invoice_line_basis_check,
  ADD CONSTRAINT invoice_line_basis_check CHECK (basis IN (
    'QUANTITY', 'VALUE', 'WEIGHT', 'VOLUME', 'CHARGEABLE_WEIGHT', 'CARTONS', 'DUTY', 'EQUAL', 'MANUAL'
  ));
ALTER TABLE cost_allocation
  DROP CONSTRAINT cost_allocation_basis_check,
  ADD CONSTRAINT cost_allocation_basis_check CHECK (basis IN (
    'QUANTITY', 'VALUE', 'WEIGHT', 'VOLUME', 'CHARGEABLE_WEIGHT', 'CARTONS', 'DUTY', 'EQUAL', 'MANUAL', 'OWN_ORDER',
    'OWN_PRODUCT'
  )),
  DROP CONSTRAINT cost_allocation_unassigned_reason_check,
  ADD CONSTRAINT cost_allocation_unassigned_reason_check CHECK (unassigned_reason IN (
    'NO_RATE', 'NO_UNITS', 'NO_SCOPE', 'NO_LAYERS', 'MISSING_WEIGHT', 'MISSING_VOLUME', 'MISSING_DUTY_RATE',
    'NO_CARTONS', 'ZERO_BASIS', 'NEGATIVE_BASIS', 'MANUAL_REST', 'CREDITED_LINE'
  )),
  DROP CONSTRAINT cost_allocation_measure_check,
  ADD CONSTRAINT cost_allocation_measure_check CHECK (measure IN (
    'UNITS', 'FACTORY_AMOUNT', 'GROSS_WEIGHT', 'VOLUME', 'CHARGEABLE_WEIGHT', 'CARTONS', 'DUTY', 'EQUAL', 'AMOUNT'
  )),
  -- How each plan in the scope was rated, as the explanation shows it.
  ADD COLUMN rated_plans jsonb NOT NULL DEFAULT '[]',
  -- Weights are in exact proportions, which need more digits than a weight in micrograms; the measure is weight ÷ scale.
  ALTER COLUMN weight_total TYPE numeric,
  ADD COLUMN weight_scale numeric NOT NULL DEFAULT 1;
ALTER TABLE cost_entry
  ADD COLUMN pack_list_id uuid,
  -- What an entry by DUTY was computed from: goods, freight, insurance and the duty rate.
  ADD COLUMN duty jsonb,
  ALTER COLUMN weight TYPE numeric,
  ADD CONSTRAINT cost_entry_pack_list_fk FOREIGN KEY (account_id, pack_list_id) REFERENCES pack_list (account_id, id);
CREATE INDEX cost_entry_pack_list_idx ON cost_entry (account_id, pack_list_id)
  WHERE pack_list_id IS NOT NULL AND superseded_at IS NULL;
-- Whether an account shares anything by duty.
CREATE INDEX invoice_line_duty_idx ON invoice_line (account_id) WHERE basis = 'DUTY' AND deleted_at IS NULL;
-- A person types shares of orders as a whole, or of pack lists.
ALTER TABLE cost_manual_share
  ADD COLUMN pack_list_id uuid,
  DROP CONSTRAINT cost_manual_share_pkey,
  ADD CONSTRAINT cost_manual_share_pack_list_fk FOREIGN KEY (account_id, pack_list_id)
    REFERENCES pack_list (account_id, id);
CREATE UNIQUE INDEX cost_manual_share_key ON cost_manual_share
  (account_id, line_id, layer_id, coalesce(pack_list_id, '00000000-0000-0000-0000-000000000000'::uuid));
