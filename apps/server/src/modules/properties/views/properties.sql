-- Feature flags and other settings under the name that clients know.
create view api.properties as
select name, value, description, 'db'::text as source, created_by, created_at, updated_at
from core.properties;
