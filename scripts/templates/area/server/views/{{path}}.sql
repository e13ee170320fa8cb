create view api.{{table}} as
select id, name, state, created_by, created_at, closed_at
from core.{{table}};
