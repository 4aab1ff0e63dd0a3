-- The order in which people look for numbers and names: INV-2 before INV-10, and Ä beside A. A server that was built without ICU keeps the order of code points.
DO $$ BEGIN
  BEGIN
    CREATE COLLATION people_order (provider = icu, locale = 'und-u-kn-true');
  EXCEPTION WHEN OTHERS THEN
    CREATE COLLATION people_order FROM "C";
  END;
END $$;
-- The list of suppliers is read in the order of their names.
CREATE INDEX supplier_people_order_idx ON supplier (account_id, lower(company_name) COLLATE people_order, id);
