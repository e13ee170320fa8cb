import sql, { type Sql } from 'sql-template-tag'

/**
 * Tables and views of all schemas except PostgreSQL's own: hidden ones have the keys that views derive from.
 * Partitions are read from exposed schemas only.
 */
export function relationsQuery(schemas: readonly string[]): Sql {
  return sql`
  select
    class.oid::text as oid,
    namespace.nspname as schema,
    class.relname as name,
    case when class.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    class.relispartition as partition,
    pg_relation_is_updatable(class.oid::regclass, true) as writes,
    obj_description(class.oid, 'pg_class') as description,
    coalesce((
      select json_agg(json_build_object(
        'number', attribute.attnum,
        'name', attribute.attname,
        'type', format_type(attribute.atttypid, attribute.atttypmod),
        'baseType', type.typname,
        'nullable', not (attribute.attnotnull or type.typnotnull),
        'defaultExpression', case
          when attribute.attidentity <> '' then format(
            'nextval(%L::regclass)', pg_get_serial_sequence(class.oid::regclass::text, attribute.attname))
          when attribute.attgenerated = '' then coalesce(
            pg_get_expr(def.adbin, def.adrelid), type.typdefault)
        end,
        'writable', attribute.attgenerated = '' and attribute.attidentity <> 'a',
        'description', col_description(class.oid, attribute.attnum),
        'enumeration', coalesce((
          select json_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = type.oid), '[]')
      ) order by attribute.attnum)
      from pg_attribute as attribute
      join pg_type as type on type.oid = attribute.atttypid
      left join pg_attrdef as def on def.adrelid = attribute.attrelid and def.adnum = attribute.attnum
      where attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
    ), '[]') as columns
  from pg_class as class
  join pg_namespace as namespace on namespace.oid = class.relnamespace
  where class.relkind in ('r', 'p', 'f', 'v', 'm')
    and namespace.nspname not in ('pg_catalog', 'information_schema')
    and namespace.nspname !~ '^pg_(toast|temp)'
    and (not class.relispartition or namespace.nspname = any (${[...schemas]}))
  order by namespace.nspname, class.relname`
}

/** Primary keys, unique keys and foreign keys. Columns are numbers, in the order of the key. */
export const keysQuery: Sql = sql`
  select
    conname as name,
    contype as kind,
    conrelid::text as relation,
    confrelid::text as target,
    conkey::int4[] as columns,
    confkey::int4[] as target_columns
  from pg_constraint
  where contype in ('p', 'u', 'f') and conparentid = 0
  union all
  select index.relname, 'u', indrelid::text, null, string_to_array(indkey::text, ' ')::int4[], null
  from pg_index join pg_class as index on index.oid = indexrelid
  where indisunique and indpred is null and indexprs is null
  order by 1`

/** The rules of views as PostgreSQL stores them, from which their columns are derived. */
export const viewsQuery: Sql = sql`
  select rewrite.ev_class::text as oid, rewrite.ev_action::text as action
  from pg_rewrite as rewrite
  join pg_class as class on class.oid = rewrite.ev_class
  join pg_namespace as namespace on namespace.oid = class.relnamespace
  where class.relkind in ('v', 'm') and rewrite.rulename = '_RETURN'
    and namespace.nspname not in ('pg_catalog', 'information_schema')`

/** Functions of the exposed schemas, and functions of other schemas that may be computed columns. */
export function functionsQuery(schemas: readonly string[]): Sql {
  return sql`
  select
    namespace.nspname as schema,
    function.proname as name,
    description.description,
    function.provolatile = 'v' as volatile,
    function.proretset as set,
    function.prorows as rows,
    format_type(result.oid, null) as type,
    result.typname = 'void' as void,
    result_class.oid::text as relation,
    base.typtype = 'c' or base.typname = 'record' as composite,
    base.typname = 'record' as record,
    coalesce((
      select json_agg(json_build_object(
        'name', attribute.attname,
        'type', format_type(attribute.atttypid, attribute.atttypmod),
        'baseType', attribute_type.typname
      ) order by attribute.attnum)
      from pg_attribute as attribute join pg_type as attribute_type on attribute_type.oid = attribute.atttypid
      where base.typtype = 'c' and attribute.attrelid = base.typrelid
        and attribute.attnum > 0 and not attribute.attisdropped
    ), '[]') as attributes,
    coalesce((
      select json_agg(json_build_object(
        'name', coalesce(argument.name, ''),
        -- With null, character and bit would be written as types that hold one character.
        'type', format_type(argument.type, -1),
        'mode', coalesce(argument.mode, 'i'),
        'relation', argument_class.oid::text,
        'required', argument.position <= count_in - function.pronargdefaults
      ) order by argument.ordinal)
      from (
        select
          ordinal, type, mode, name,
          count(*) filter (where coalesce(mode, 'i') in ('i', 'b', 'v')) over (order by ordinal) as position,
          count(*) filter (where coalesce(mode, 'i') in ('i', 'b', 'v')) over () as count_in
        from unnest(
          coalesce(function.proallargtypes, function.proargtypes::oid[]),
          function.proargmodes,
          function.proargnames
        ) with ordinality as listed (type, mode, name, ordinal)
      ) as argument
      join pg_type as argument_type on argument_type.oid = argument.type
      left join pg_class as argument_class
        on argument_class.oid = argument_type.typrelid and argument_class.relkind in ('r', 'p', 'f', 'v', 'm')
    ), '[]') as arguments
  from pg_proc as function
  join pg_namespace as namespace on namespace.oid = function.pronamespace
  join pg_type as result on result.oid = function.prorettype
  -- What a domain is in the end.
  join lateral (
    with recursive step (oid) as (
      select function.prorettype
      union all
      select type.typbasetype from step join pg_type as type on type.oid = step.oid where type.typtype = 'd'
    )
    select type.* from step join pg_type as type on type.oid = step.oid where type.typtype <> 'd'
  ) as base on true
  left join pg_class as result_class
    on result_class.oid = base.typrelid and result_class.relkind in ('r', 'p', 'f', 'v', 'm')
  left join pg_description as description on description.objoid = function.oid
    and description.classoid = 'pg_proc'::regclass and description.objsubid = 0
  where function.prokind = 'f' and namespace.nspname = any (${[...schemas]})
    and result.typname not in ('trigger', 'event_trigger')
  order by namespace.nspname, function.proname, function.oid`
}

export const timeZonesQuery: Sql = sql`select name from pg_timezone_names`

/** Types that requests can cast to, by their catalog name and their SQL name. */
export function typesQuery(schemas: readonly string[]): Sql {
  return sql`
  select type.typname as name, format_type(type.oid, -1) as sql
  from pg_type as type join pg_namespace as namespace on namespace.oid = type.typnamespace
  where type.typtype in ('b', 'd', 'e', 'r', 'm') and type.typname !~ '^(_|pg_|reg|any)'
    and (namespace.nspname = 'pg_catalog' or namespace.nspname = any (${[...schemas]}))
  order by namespace.nspname = 'pg_catalog' desc`
}

export function schemasQuery(schemas: readonly string[]): Sql {
  return sql`
  select nspname as schema, obj_description(oid, 'pg_namespace') as description
  from pg_namespace where nspname = any (${[...schemas]})`
}
