create view api.{{names}} as
select id, name, state, created_by, created_at, closed_at
from core.{{names}};
