-- ---------------------------------------------------------------- values that nobody has typed
-- An invoice from a document begins with today's date and with the currency of the supplier or of the account. While
-- nobody has chosen another value, what was read in the document is offered.
ALTER TABLE invoice
  ADD COLUMN is_date_default boolean NOT NULL DEFAULT false,
  ADD COLUMN is_currency_default boolean NOT NULL DEFAULT false;

-- ---------------------------------------------------------------- the direction in which a rate was typed
-- The figure as typed, and the currency of which it prices one unit: 9.32 CNY per GBP is per ACCOUNT, 0.1073 GBP per CNY
-- is per DOCUMENT. Both are null for rates from before; their direction is worked out from their digits.
ALTER TABLE invoice
  ADD COLUMN rate_typed text,
  ADD COLUMN rate_typed_per text CONSTRAINT invoice_rate_typed_per_check CHECK (rate_typed_per IN ('DOCUMENT', 'ACCOUNT')),
  ADD CONSTRAINT invoice_rate_typed_check CHECK (
    (rate_typed IS NULL) = (rate_typed_per IS NULL) AND (rate_typed IS NULL OR rate IS NOT NULL));

-- ---------------------------------------------------------------- the layout of documents
-- The text of a PDF now keeps the layout of its pages, so that its tables can be read. What was read before is read
-- again in the background; until then the stored text stays.
ALTER TABLE document_version NO FORCE ROW LEVEL SECURITY;
UPDATE document_version SET text_state = 'PENDING', text_tries = 0 WHERE text_state = 'READY';
ALTER TABLE document_version FORCE ROW LEVEL SECURITY;
