-- The hash of what a source had for a file, if the import is done with it. A continued run passes over such files.
alter table import_files add column source_hash text;
