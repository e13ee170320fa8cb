-- Fields that people add to items.

-- Whether a type is one of those that a list names, a star for any characters. An empty list names all.
create function derived.is_of_types(type text, patterns text[]) returns boolean
language sql immutable parallel safe
as $$
  select patterns = '{}' or exists (
    select from unnest(patterns) as pattern
    where type like replace(replace(replace(replace(pattern, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%')
  )
$$;

create function derived.field_value(kind text, content core.config_field_values, person text) returns jsonb
language sql stable
as $$
  select case kind
    when 'number' then to_jsonb(content.number)
    when 'date' then to_jsonb(to_char(content.day at time zone 'UTC', 'YYYY-MM-DD'))
    when 'person' then to_jsonb(person)
    else to_jsonb(content.text)
  end
$$;

-- The values of an item by the names of their fields; people by their names.
create function derived.field_values(item uuid) returns jsonb
language sql stable
as $$
  select coalesce(
    jsonb_object_agg(fields.name, derived.field_value(fields.kind, content, people.name) order by fields.name), '{}'
  )
  from core.config_field_values as content
  join core.config_fields as fields on fields.id = content.field_id
  left join core.people on people.id = content.person_id
  where content.config_id = item
$$;

-- The fields that an item can have, with its values.
create function derived.fields_of(item uuid, type text) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'name', fields.name, 'kind', fields.kind, 'description', fields.description, 'choices', fields.choices,
      'value', derived.field_value(fields.kind, content, people.name), 'person_id', content.person_id
    ) order by fields.name
  ), '[]')
  from core.config_fields as fields
  left join core.config_field_values as content on content.field_id = fields.id and content.config_id = item
  left join core.people on people.id = content.person_id
  where content.config_id is not null or derived.is_of_types(type, fields.types)
$$;

create view api.config_fields as
select
  fields.id, fields.name, fields.kind, fields.description, fields.choices, fields.types, fields.created_by,
  fields.created_at, fields.updated_at,
  (select count(*) from core.config_field_values as content where content.field_id = fields.id) as items
from core.config_fields as fields;
