-- Texts in the language of whoever reads them.

-- What the person chose in the profile, as a tag such as "zh-CN"; null: that of their browser, and English where there
-- is none, in a mail for example.
ALTER TABLE person ADD COLUMN language text;

-- A notification as codes and values: {"summary": {"code", "params"}, "message": [{"code", "params"}, ...]}, a paragraph
-- each. Null: its words were posted from outside, or stored before texts had codes. "summary" and "message" hold English
-- words still, for the release before.
ALTER TABLE notification ADD COLUMN texts jsonb;
-- What the search looks in: the words of "texts" in all languages that there were when it was stored. Null: the stored
-- words are all that there is.
ALTER TABLE notification ADD COLUMN search_words text;
