-- Where things run, under the name that clients know.
create view api.agents as
select id, name, description, created_at, updated_at, deleted_at
from core.agents;
