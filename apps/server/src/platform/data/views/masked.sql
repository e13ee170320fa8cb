-- A spec without the values of its variables, as `hideVariables` of the server has it. Writers read them by the routes.
create function derived.without_values(spec jsonb) returns jsonb
language plpgsql immutable parallel safe cost 1
as $$
begin
  return case jsonb_typeof(spec)
    when 'array' then (
      select coalesce(jsonb_agg(derived.without_values(item) order by place), '[]')
      from jsonb_array_elements(spec) with ordinality as items (item, place)
    )
    when 'object' then (
      select coalesce(jsonb_object_agg(
        field.key,
        case when field.key = 'env' and jsonb_typeof(field.value) = 'array' then (
          select coalesce(jsonb_agg(
            case
              when jsonb_typeof(item -> 'value') = 'string' then jsonb_set(item, '{value}', '"***"')
              when jsonb_typeof(item -> 'value' -> 'value') = 'string' then jsonb_set(item, '{value,value}', '"***"')
              else item
            end
            order by place
          ), '[]')
          from jsonb_array_elements(field.value) with ordinality as items (item, place)
        )
        else derived.without_values(field.value) end
      ), '{}')
      from jsonb_each(spec) as field
    )
    else spec
  end;
end
$$;

-- A spec as everyone may read it: the secrets in it are sealed, and not even that is shown.
create function derived.masked(spec jsonb) returns jsonb
language sql immutable parallel safe
return regexp_replace(
  case when strpos(spec::text, '"env": [') > 0 then derived.without_values(spec) else spec end::text,
  '"sealed:v1:[A-Za-z0-9_-]*"', '"***"', 'g'
)::jsonb;
