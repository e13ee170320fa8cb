-- A spec as it may be read: the secrets in it are sealed, and not even that is shown.
create function derived.masked(spec jsonb) returns jsonb
language sql immutable parallel safe
return regexp_replace(spec::text, '"sealed:v1:[A-Za-z0-9_-]*"', '"***"', 'g')::jsonb;
