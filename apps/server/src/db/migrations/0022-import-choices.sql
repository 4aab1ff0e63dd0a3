-- The choices of a person about the columns of a file, such as their units, are remembered with the mapping.
ALTER TABLE import_mapping ADD COLUMN choices jsonb NOT NULL DEFAULT '{}';
