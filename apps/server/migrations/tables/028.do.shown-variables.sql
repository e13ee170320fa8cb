-- Variables are shown unless `secret` is true. Those that were stored before stay secrets.
create function pg_temp.mark_variable(variable jsonb) returns jsonb language sql as $$
  select case
    when jsonb_typeof(variable) = 'object'
      and coalesce(variable -> 'value' ->> 'value', variable ->> 'value') like 'sealed:v1:%'
    then variable || '{"secret": true}'
    else variable
  end
$$;

create function pg_temp.mark_variables(spec jsonb) returns jsonb language sql as $$
  select case
    when jsonb_typeof(spec) = 'object' and jsonb_typeof(spec -> 'env') = 'array'
    then spec || jsonb_build_object('env', (
      select coalesce(jsonb_agg(pg_temp.mark_variable(variable) order by place), '[]')
      from jsonb_array_elements(spec -> 'env') with ordinality as list (variable, place)
    ))
    else spec
  end
$$;

create function pg_temp.mark_checks(spec jsonb) returns jsonb language sql as $$
  select jsonb_object_agg(key, case
    when jsonb_typeof(value) = 'array' and key <> 'env'
    then (
      select coalesce(jsonb_agg(pg_temp.mark_variables(item) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as list (item, place)
    )
    else value
  end)
  from jsonb_each(pg_temp.mark_variables(spec))
$$;

update core.checks set spec = pg_temp.mark_variables(spec) where spec::text like '%sealed:v1:%';
-- A text that was typed before doesn't have the mark, so it says something else than the spec.
update core.canaries set spec = pg_temp.mark_checks(spec), text = null
where spec::text like '%sealed:v1:%' and pg_temp.mark_checks(spec) <> spec;
