-- The spec as its writer typed it, with comments: masks in the place of secrets, and sealed, as people write secrets into
-- comments too. Null where the spec did not come as text.
alter table core.canaries add column text text;
