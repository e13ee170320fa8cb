-- Queries that people keep, under the name that clients know.
create view api.saved_query as
select id, name, icon, description, query, columns, created_by, created_at, updated_at
from core.saved_query;
