-- The letters and digits of an invoice number, without case and in one form of each character: INV-001, inv 001,
-- INV–001 and ＩＮＶ００１ have the same key. It finds duplicates. `number_key` stays as it is, because documents are
-- matched by it. `normalize` turns wide and compatible characters, also all kinds of spaces, into the usual ones.
ALTER TABLE invoice ADD COLUMN same_number_key text NOT NULL GENERATED ALWAYS AS (
  translate(
    lower(normalize(invoice_number, NFKC)),
    E' \t!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
      || U&'\00AD\00B7\2010\2011\2012\2013\2014\2015\2018\2019\201C\201D\2022\2044\2212\2215\00AB\00BB'
      || U&'\200B\200C\200D\2060\FEFF\3001\3002\300A\300B\300C\300D\3010\3011',
    ''
  )
) STORED;
CREATE INDEX invoice_same_number_key_idx ON invoice (account_id, supplier_id, same_number_key) WHERE deleted_at IS NULL;
