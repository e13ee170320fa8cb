import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Catalog, createDataService, type DataService } from '../src/index.ts'
import { createTestDatabase } from '../testing/database.ts'
import { wellFormedRequest } from './fuzz.ts'

/** Kinds of tables and types that the conformance schema has no need of. */
const more = `
create table api.parts (
  id integer, day date not null default '2024-01-01', note text, primary key (id, day)
) partition by range (day);
create table api.parts_old partition of api.parts for values from ('2000-01-01') to ('2024-01-01');
create table api.parts_new partition of api.parts for values from ('2024-01-01') to ('2100-01-01');
create table api.kinds (
  id bigserial primary key,
  fixed char(4), varied varchar(5), single "char", label name, money money, bits bit(3), varbits bit varying(9),
  mac macaddr, net cidr, number oid, query tsquery, document xml, spot point, area box, shape polygon, path path,
  ranges int4multirange, stamps tstzrange, places api.place[], ships api.ship_kind[], objects jsonb[], plain json,
  matrix integer[][], small smallint, real real, zoned timetz, lsn pg_lsn, vector tsvector, truth boolean,
  part_id integer, part_day date, self_id bigint references api.kinds,
  always integer generated always as (1) stored, virtual integer generated always as (id + 1) virtual,
  _body integer, _written integer, _rows integer, body text, rows integer,
  foreign key (part_id, part_day) references api.parts (id, day)
);
insert into api.parts (id, day, note) values (1, '2023-05-05', 'old'), (2, '2024-05-05', 'new');
insert into api.kinds (fixed, truth, part_id, part_day, places) values
  ('abc', true, 1, '2023-05-05', array[row(1, 2)::api.place]), (null, false, null, null, null);
create table api.nothing_in_it ();
create view api.united as select id, name from api.ports union all select id, name from api.companies;
create view api.routed as select id, name from api.ports where exists (select 1 from api.ships);
create function api.route() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger route instead of insert or update or delete on api.united for each row execute function api.route();
create function api.place_of(api.kinds) returns api.place stable language sql as $$ select $1.places[1] $$;
create function api.any_json(api.kinds) returns json stable language sql as $$ select to_json($1) $$;
create function api.many_texts(api.kinds) returns setof text stable language sql as $$ select 'a' $$;
create function api.records() returns setof record stable language sql as $$ select 1, 'a'::text $$;
create function api.same(value anyelement) returns anyelement immutable language sql as $$ select value $$;
create function api.both(inout a integer, out b text) stable language sql as $$ select a, 'b'::text $$;
create function api.listed() returns table (id integer, spot point, plain json) stable language sql as
  $$ select 1, point(1, 2), '{"a": 1}'::json $$;
create function api.place() returns api.place immutable language sql as $$ select row(1, 2)::api.place $$;
create function api.kind(id bigint default null) returns setof api.kinds rows 1 stable language sql as
  $$ select k.* from api.kinds k where kind.id is null or k.id = kind.id $$;
create function api.one_place(api.place) returns numeric immutable language sql as $$ select ($1).latitude $$;
create function api.two(integer, integer) returns integer immutable language sql as $$ select $1 + $2 $$;
create procedure api.proceed() language sql as $$ select 1 $$;
`

/**
 * What PostgreSQL refuses for its own reasons: a statement that is too deep or wide for it, that takes too long, or
 * that waits for another one.
 */
const refused = new Set(['54001', '54011', '54023', '57014', '40P01'])

let service: DataService<undefined>
let catalog: Catalog
const errors: unknown[] = []

beforeAll(async () => {
  const fixture = await readFile(new URL('../conformance/fixture.sql', import.meta.url), 'utf8')
  const { connection } = await createTestDatabase(`${fixture};${more};analyze`)
  service = createDataService({
    connection,
    connections: 4,
    schemas: ['api', 'other'],
    aggregates: true,
    tolerances: true,
    transactionEnd: true,
    limits: { statementMilliseconds: 2_000 },
    onError: (error) => errors.push(error),
  })
  await service.reload()
  catalog = service.catalog()
})

afterAll(() => service.close())

test('no request is answered by a failure of the service', { timeout: 90_000 }, async () => {
  const states = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(wellFormedRequest(catalog), async ({ method, url, headers, body }) => {
      errors.length = 0
      const sent = new Request(url, { method, headers, ...(body !== undefined && { body }) })
      const answer = await service.handle(sent, { actor: undefined })
      const text = await answer.text()
      const code = answer.ok ? 'ok' : (/"code":"(\w+)"/.exec(text)?.[1] ?? String(answer.status))
      states.set(code, (states.get(code) ?? 0) + 1)
      if (answer.status >= 500 && !refused.has(code))
        throw new Error(`${answer.status} ${text}`, { cause: errors[0] })
      // Answers that can be read, whatever was asked.
      if (
        answer.ok &&
        text !== '' &&
        answer.headers.get('content-type')?.startsWith('application/json') === true
      )
        JSON.parse(text)
    }),
    { numRuns: 12_000, seed: 20_240_607, interruptAfterTimeLimit: 25_000 },
  )
  // Requests that are refused early would prove little.
  const total = [...states.values()].reduce((sum, count) => sum + count, 0)
  expect((states.get('ok') ?? 0) / total).toBeGreaterThan(0.3)
})
