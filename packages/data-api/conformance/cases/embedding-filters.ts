import type { Case } from '../case.ts'

/** Conditions, order and pages inside and across embeds; spreads. */
export const embeddingFilterCases: readonly Case[] = [
  {
    title: 'a filter on a to-many embed leaves all parents',
    path: '/ships?select=name,voyages(id)&voyages.status=eq.completed&voyages.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', voyages: [{ id: 1 }, { id: 2 }] },
        { name: 'Boreas', voyages: [] },
        { name: 'Calypso', voyages: [{ id: 4 }] },
        { name: 'Doldrum', voyages: [] },
        { name: 'Estuary', voyages: [{ id: 7 }] },
        { name: 'Fathom', voyages: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'a filter on a to-one embed makes it null',
    path: '/ships?select=name,companies(name)&companies.founded=lt.1970&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', companies: { name: 'Northern Star' } },
        { name: 'Boreas', companies: { name: 'Northern Star' } },
        { name: 'Calypso', companies: null },
        { name: 'Doldrum', companies: { name: 'Pacific Bulk' } },
        { name: 'Estuary', companies: null },
        { name: 'Fathom', companies: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'several filters on an embed are all required',
    path: '/voyages?select=id,cargo(id)&cargo.weight=gt.50&cargo.hazard=is.false&cargo.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, cargo: [{ id: 1 }] },
        { id: 2, cargo: [{ id: 3 }] },
        { id: 3, cargo: [] },
        { id: 4, cargo: [{ id: 5 }] },
        { id: 5, cargo: [] },
        { id: 6, cargo: [{ id: 6 }] },
        { id: 7, cargo: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'a list filters a many-to-many embed',
    path: '/voyages?select=id,crew(name)&crew.rank=in.(mate,cadet)&crew.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, crew: [{ name: 'Bo Kerr' }] },
        { id: 2, crew: [] },
        { id: 3, crew: [] },
        { id: 4, crew: [{ name: 'Bo Kerr' }, { name: 'Dora Ruiz' }] },
        { id: 5, crew: [] },
        { id: 6, crew: [] },
        { id: 7, crew: [{ name: 'Dora Ruiz' }, { name: 'Emil Ås' }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'an embed under an alias is filtered by the alias',
    path: '/ships?select=name,trips:voyages(id)&trips.status=eq.planned&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', trips: [] },
        { name: 'Boreas', trips: [] },
        { name: 'Calypso', trips: [] },
        { name: 'Doldrum', trips: [{ id: 6 }] },
        { name: 'Estuary', trips: [] },
        { name: 'Fathom', trips: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'a filter reaches an embed two levels deep',
    path: '/companies?select=name,ships(name,voyages(id))&ships.voyages.status=eq.under%20way&ships.order=id&id=eq.2',
    answer: {
      status: 200,
      body: [{ name: 'Baltic Feeder', ships: [{ name: 'Calypso', voyages: [{ id: 5 }] }] }],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'an arrow filters inside an embed',
    path: '/voyages?select=id,ships(name)&ships.details-%3Eengine-%3E%3Emaker=eq.MAN&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, ships: { name: 'Aurora' } },
        { id: 2, ships: { name: 'Aurora' } },
        { id: 3, ships: null },
        { id: 4, ships: { name: 'Calypso' } },
        { id: 5, ships: { name: 'Calypso' } },
        { id: 6, ships: null },
        { id: 7, ships: { name: 'Estuary' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'or filters inside an embed',
    path: '/voyages?select=id,cargo(id)&cargo.or=(weight.gt.100,hazard.is.true)&cargo.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, cargo: [{ id: 1 }] },
        { id: 2, cargo: [] },
        { id: 3, cargo: [] },
        { id: 4, cargo: [{ id: 4 }] },
        { id: 5, cargo: [] },
        { id: 6, cargo: [{ id: 6 }, { id: 7 }] },
        { id: 7, cargo: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'and filters inside an embed',
    path: '/voyages?select=id,cargo(id)&cargo.and=(weight.gt.50,weight.lt.100)&cargo.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, cargo: [{ id: 2 }] },
        { id: 2, cargo: [{ id: 3 }] },
        { id: 3, cargo: [] },
        { id: 4, cargo: [{ id: 5 }] },
        { id: 5, cargo: [] },
        { id: 6, cargo: [] },
        { id: 7, cargo: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'not.or filters inside an embed',
    path: '/voyages?select=id,cargo(id)&cargo.not.or=(weight.gt.100,weight.lt.50)&cargo.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, cargo: [{ id: 2 }] },
        { id: 2, cargo: [{ id: 3 }] },
        { id: 3, cargo: [] },
        { id: 4, cargo: [{ id: 5 }] },
        { id: 5, cargo: [] },
        { id: 6, cargo: [] },
        { id: 7, cargo: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'or filters two levels deep',
    path: '/ships?select=name,voyages(id,cargo(id))&voyages.cargo.or=(id.eq.1,id.eq.3)&voyages.order=id&id=eq.1',
    answer: {
      status: 200,
      body: [
        {
          name: 'Aurora',
          voyages: [
            { id: 1, cargo: [{ id: 1 }] },
            { id: 2, cargo: [{ id: 3 }] },
          ],
        },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'a filter on a computed embed',
    path: '/ships?select=name,sister_ships(name)&sister_ships.built=lt.2000&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', sister_ships: [{ name: 'Boreas' }] },
        { name: 'Boreas', sister_ships: [] },
        { name: 'Calypso', sister_ships: [] },
        { name: 'Doldrum', sister_ships: [] },
        { name: 'Estuary', sister_ships: [] },
        { name: 'Fathom', sister_ships: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'an embed of a view is filtered',
    path: '/ships?select=name,voyage_overview(id)&voyage_overview.origin_name=eq.Oslo&voyage_overview.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', voyage_overview: [] },
        { name: 'Boreas', voyage_overview: [] },
        { name: 'Calypso', voyage_overview: [{ id: 5 }] },
        { name: 'Doldrum', voyage_overview: [] },
        { name: 'Estuary', voyage_overview: [{ id: 7 }] },
        { name: 'Fathom', voyage_overview: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'a to-one embed with !inner drops parents that have none embedded',
    path: '/ships?select=name,companies!inner(name)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', companies: { name: 'Northern Star' } },
        { name: 'Boreas', companies: { name: 'Northern Star' } },
        { name: 'Calypso', companies: { name: 'Baltic Feeder' } },
        { name: 'Doldrum', companies: { name: 'Pacific Bulk' } },
        { name: 'Estuary', companies: { name: 'Fjord Ferries' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'a filter on a to-one embed with !inner filters the parents',
    path: '/voyages?select=id,ships!inner(name)&ships.kind=eq.container&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, ships: { name: 'Aurora' } },
        { id: 2, ships: { name: 'Aurora' } },
        { id: 4, ships: { name: 'Calypso' } },
        { id: 5, ships: { name: 'Calypso' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'a to-many embed with !inner drops parents that have none embedded',
    path: '/ships?select=name,voyages!inner(id)&voyages.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', voyages: [{ id: 1 }, { id: 2 }] },
        { name: 'Boreas', voyages: [{ id: 3 }] },
        { name: 'Calypso', voyages: [{ id: 4 }, { id: 5 }] },
        { name: 'Doldrum', voyages: [{ id: 6 }] },
        { name: 'Estuary', voyages: [{ id: 7 }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'a filter on a to-many embed with !inner filters the parents',
    path: '/ships?select=name,voyages!inner(id)&voyages.status=eq.completed&voyages.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', voyages: [{ id: 1 }, { id: 2 }] },
        { name: 'Calypso', voyages: [{ id: 4 }] },
        { name: 'Estuary', voyages: [{ id: 7 }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'a filter on a many-to-many embed with !inner filters the parents',
    path: '/voyages?select=id,crew!inner(name)&crew.rank=eq.mate&crew.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, crew: [{ name: 'Bo Kerr' }] },
        { id: 4, crew: [{ name: 'Bo Kerr' }, { name: 'Dora Ruiz' }] },
        { id: 7, crew: [{ name: 'Dora Ruiz' }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'a one-to-one embed with !inner drops parents that have none embedded',
    path: '/ships?select=name,engines!inner(serial)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', engines: { serial: 'M-11' } },
        { name: 'Calypso', engines: { serial: 'M-33' } },
        { name: 'Doldrum', engines: { serial: 'W-44' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: '!inner on two levels filters through both',
    path: '/companies?select=name,ships!inner(name,voyages!inner(id))&ships.voyages.status=eq.planned',
    answer: {
      status: 200,
      body: [{ name: 'Pacific Bulk', ships: [{ name: 'Doldrum', voyages: [{ id: 6 }] }] }],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: '!inner on the second level only empties the first',
    path: '/companies?select=name,ships(name,voyages!inner(id))&ships.voyages.status=eq.planned&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Northern Star', ships: [] },
        { name: 'Baltic Feeder', ships: [] },
        { name: 'Pacific Bulk', ships: [{ name: 'Doldrum', voyages: [{ id: 6 }] }] },
        { name: 'Fjord Ferries', ships: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'a hint and !inner go together',
    path: '/voyages?select=id,ports!voyages_origin_id_fkey!inner(name)&ports.country=eq.NO&order=id',
    answer: {
      status: 200,
      body: [
        { id: 5, ports: { name: 'Oslo' } },
        { id: 7, ports: { name: 'Oslo' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: '!inner may stand before the hint',
    path: '/voyages?select=id,ports!inner!origin_id(name)&ports.country=eq.NL&order=id',
    answer: { status: 200, body: [{ id: 1, ports: { name: 'Rotterdam' } }] },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'an alias and !inner go together',
    path: '/voyages?select=id,vessel:ships!inner(name)&vessel.built=gt.2015&order=id',
    answer: {
      status: 200,
      body: [
        { id: 6, vessel: { name: 'Doldrum' } },
        { id: 7, vessel: { name: 'Estuary' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: '!left keeps all parents',
    path: '/ships?select=name,companies!left(name)&companies.id=eq.1&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', companies: { name: 'Northern Star' } },
        { name: 'Boreas', companies: { name: 'Northern Star' } },
        { name: 'Calypso', companies: null },
        { name: 'Doldrum', companies: null },
        { name: 'Estuary', companies: null },
        { name: 'Fathom', companies: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'an empty embed with !inner only filters',
    path: '/voyages?select=id,ships!inner()&ships.kind=eq.container&order=id',
    answer: { status: 200, body: [{ id: 1 }, { id: 2 }, { id: 4 }, { id: 5 }] },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'a computed embed with !inner filters the parents',
    path: '/companies?select=name,flagship!inner(name)&flagship.kind=eq.container&order=id',
    answer: { status: 200, body: [{ name: 'Baltic Feeder', flagship: { name: 'Calypso' } }] },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'or in an embed with !inner filters the parents',
    path: '/ships?select=name,voyages!inner(id)&voyages.or=(status.eq.planned,status.eq.cancelled)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Boreas', voyages: [{ id: 3 }] },
        { name: 'Doldrum', voyages: [{ id: 6 }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'the count follows !inner',
    path: '/ships?select=name,voyages!inner(id)&voyages.status=eq.completed&voyages.order=id&order=id&limit=1',
    headers: { prefer: 'count=exact' },
    answer: {
      status: 206,
      headers: { 'content-range': '0-0/3' },
      body: [{ name: 'Aurora', voyages: [{ id: 1 }, { id: 2 }] }],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Filtering',
  },
  {
    title: 'not.is.null on an embed keeps parents that have it',
    path: '/ships?select=name,companies(name)&companies=not.is.null&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', companies: { name: 'Northern Star' } },
        { name: 'Boreas', companies: { name: 'Northern Star' } },
        { name: 'Calypso', companies: { name: 'Baltic Feeder' } },
        { name: 'Doldrum', companies: { name: 'Pacific Bulk' } },
        { name: 'Estuary', companies: { name: 'Fjord Ferries' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Null filtering on Embedded Resources',
  },
  {
    title: 'is.null on a to-many embed keeps parents that have none embedded',
    path: '/ships?select=name,voyages(id)&voyages=is.null&order=id',
    answer: { status: 200, body: [{ name: 'Fathom', voyages: [] }] },
    source: 'PostgREST 12: Resource Embedding, Null filtering on Embedded Resources',
  },
  {
    title: 'is.null on an empty embed is an anti-join',
    path: '/ships?select=name,registrations()&registrations=is.null&order=id',
    answer: { status: 200, body: [{ name: 'Doldrum' }, { name: 'Estuary' }, { name: 'Fathom' }] },
    source: 'PostgREST 12: Resource Embedding, Null filtering on Embedded Resources',
  },
  {
    title: 'not.is.null and a filter on the embed filter the parents',
    path: '/ships?select=name,voyages()&voyages.status=eq.planned&voyages=not.is.null',
    answer: { status: 200, body: [{ name: 'Doldrum' }] },
    source: 'PostgREST 12: Resource Embedding, Null filtering on Embedded Resources',
  },
  {
    title: 'or goes across embeds',
    path: '/ships?select=name,engines(),registrations()&or=(engines.not.is.null,registrations.not.is.null)&order=id',
    answer: {
      status: 200,
      body: [{ name: 'Aurora' }, { name: 'Boreas' }, { name: 'Calypso' }, { name: 'Doldrum' }],
    },
    source: 'PostgREST 12: Resource Embedding, Null filtering on Embedded Resources',
  },
  {
    title: 'or goes across an embed and a column',
    path: '/ships?select=name,engines()&or=(engines.not.is.null,kind.eq.ferry)&order=id',
    answer: {
      status: 200,
      body: [{ name: 'Aurora' }, { name: 'Calypso' }, { name: 'Doldrum' }, { name: 'Estuary' }],
    },
    source: 'PostgREST 12: Resource Embedding, Null filtering on Embedded Resources',
  },
  {
    title: 'another operator on the name of an embed is an error',
    path: '/ships?select=name,voyages(id)&voyages=eq.1',
    answer: { status: 400, includes: { code: 'PGRST120' } },
    source: 'PostgREST 12: Errors, PGRST120',
  },
  {
    title: 'a filter on a column works beside an embed of the same name',
    path: '/voyages?select=id,origin_id(name)&origin_id=eq.6&order=id',
    answer: {
      status: 200,
      body: [
        { id: 5, origin_id: { name: 'Oslo' } },
        { id: 7, origin_id: { name: 'Oslo' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Null filtering on Embedded Resources',
  },
  {
    title: 'a filter on a column works beside an embed by that column under an alias',
    path: '/voyages?select=id,origin_id,origin:origin_id(name)&origin_id=in.(1,4)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, origin_id: 1, origin: { name: 'Rotterdam' } },
        { id: 2, origin_id: 4, origin: { name: 'Singapore' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Null filtering on Embedded Resources',
  },
  {
    title: 'null filtering reaches an embed in an embed',
    path: '/companies?select=name,ships(name,voyages())&ships.voyages=is.null&ships.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Northern Star', ships: [] },
        { name: 'Baltic Feeder', ships: [] },
        { name: 'Pacific Bulk', ships: [] },
        { name: 'Fjord Ferries', ships: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Null filtering on Embedded Resources',
  },
  {
    title: 'null filtering goes with an exact count',
    path: '/ships?select=name,engines()&engines=is.null&order=id',
    headers: { prefer: 'count=exact' },
    answer: {
      status: 200,
      headers: { 'content-range': '0-2/3' },
      body: [{ name: 'Boreas' }, { name: 'Estuary' }, { name: 'Fathom' }],
    },
    source: 'PostgREST 12: Resource Embedding, Null filtering on Embedded Resources',
  },
  {
    title: 'a filter on a table that is not embedded is an error',
    path: '/ships?select=name&voyages.status=eq.planned',
    answer: {
      status: 400,
      body: {
        code: 'PGRST108',
        message: "'voyages' is not an embedded resource in this request",
        details: null,
        hint: "Verify that 'voyages' is included in the 'select' query parameter.",
      },
    },
    source: 'PostgREST 12: Errors, PGRST108',
  },
  {
    title: 'an order of a table that is not embedded is an error',
    path: '/ships?select=name&voyages.order=id',
    answer: {
      status: 400,
      body: {
        code: 'PGRST108',
        message: "'voyages' is not an embedded resource in this request",
        details: null,
        hint: "Verify that 'voyages' is included in the 'select' query parameter.",
      },
    },
    source: 'PostgREST 12: Errors, PGRST108',
  },
  {
    title: 'a limit of a table that is not embedded is an error',
    path: '/ships?select=name&voyages.limit=1',
    answer: {
      status: 400,
      body: {
        code: 'PGRST108',
        message: "'voyages' is not an embedded resource in this request",
        details: null,
        hint: "Verify that 'voyages' is included in the 'select' query parameter.",
      },
    },
    source: 'PostgREST 12: Errors, PGRST108',
  },
  {
    title: 'or on a table that is not embedded is an error',
    path: '/ships?select=name&voyages.or=(id.eq.1,id.eq.2)',
    answer: {
      status: 400,
      body: {
        code: 'PGRST108',
        message: "'voyages' is not an embedded resource in this request",
        details: null,
        hint: "Verify that 'voyages' is included in the 'select' query parameter.",
      },
    },
    source: 'PostgREST 12: Errors, PGRST108',
  },
  {
    title: 'a deeper filter on a table that is not embedded is an error',
    path: '/ships?select=name,voyages(id)&voyages.cargo.id=eq.1',
    answer: {
      status: 400,
      body: {
        code: 'PGRST108',
        message: "'cargo' is not an embedded resource in this request",
        details: null,
        hint: "Verify that 'cargo' is included in the 'select' query parameter.",
      },
    },
    source: 'PostgREST 12: Errors, PGRST108',
  },
  {
    title: 'an embed is ordered',
    path: '/ships?select=name,voyages(id)&voyages.order=distance.desc&id=in.(1,3)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', voyages: [{ id: 2 }, { id: 1 }] },
        { name: 'Calypso', voyages: [{ id: 5 }, { id: 4 }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'an embed is ordered by several columns',
    path: '/voyages?select=id,cargo(id)&cargo.order=hazard.desc.nullslast,weight&id=in.(1,4)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, cargo: [{ id: 1 }, { id: 2 }] },
        { id: 4, cargo: [{ id: 4 }, { id: 5 }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'an embed is limited',
    path: '/ships?select=name,voyages(id)&voyages.order=id&voyages.limit=1&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', voyages: [{ id: 1 }] },
        { name: 'Boreas', voyages: [{ id: 3 }] },
        { name: 'Calypso', voyages: [{ id: 4 }] },
        { name: 'Doldrum', voyages: [{ id: 6 }] },
        { name: 'Estuary', voyages: [{ id: 7 }] },
        { name: 'Fathom', voyages: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'an embed starts at an offset',
    path: '/voyages?select=id,crew(name)&crew.order=id&crew.offset=1&crew.limit=1&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, crew: [{ name: 'Bo Kerr' }] },
        { id: 2, crew: [{ name: 'Chen Wu' }] },
        { id: 3, crew: [] },
        { id: 4, crew: [{ name: 'Dora Ruiz' }] },
        { id: 5, crew: [] },
        { id: 6, crew: [] },
        { id: 7, crew: [{ name: 'Emil Ås' }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'an embed two levels deep is ordered and limited',
    path: '/companies?select=name,ships(name,voyages(id))&ships.order=built.desc&ships.limit=1&ships.voyages.order=id.desc&ships.voyages.limit=1&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Northern Star', ships: [{ name: 'Aurora', voyages: [{ id: 2 }] }] },
        { name: 'Baltic Feeder', ships: [{ name: 'Calypso', voyages: [{ id: 5 }] }] },
        { name: 'Pacific Bulk', ships: [{ name: 'Doldrum', voyages: [{ id: 6 }] }] },
        { name: 'Fjord Ferries', ships: [{ name: 'Estuary', voyages: [{ id: 7 }] }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'a limit of an embed does not change the count',
    path: '/ships?select=name,voyages(id)&voyages.limit=1&voyages.order=id&id=eq.1',
    headers: { prefer: 'count=exact' },
    answer: {
      status: 200,
      headers: { 'content-range': '0-0/1' },
      body: [{ name: 'Aurora', voyages: [{ id: 1 }] }],
    },
    source: 'PostgREST 12: Resource Embedding, Embedded Filters',
  },
  {
    title: 'parents are ordered by a column of a to-one embed',
    path: '/ships?select=name,companies(name)&order=companies(name),id',
    answer: {
      status: 200,
      body: [
        { name: 'Calypso', companies: { name: 'Baltic Feeder' } },
        { name: 'Estuary', companies: { name: 'Fjord Ferries' } },
        { name: 'Aurora', companies: { name: 'Northern Star' } },
        { name: 'Boreas', companies: { name: 'Northern Star' } },
        { name: 'Doldrum', companies: { name: 'Pacific Bulk' } },
        { name: 'Fathom', companies: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Ordering',
  },
  {
    title: 'parents are ordered descending by an embed with nulls last',
    path: '/ships?select=name,companies(name)&order=companies(founded).desc.nullslast,id',
    answer: {
      status: 200,
      body: [
        { name: 'Estuary', companies: { name: 'Fjord Ferries' } },
        { name: 'Calypso', companies: { name: 'Baltic Feeder' } },
        { name: 'Doldrum', companies: { name: 'Pacific Bulk' } },
        { name: 'Aurora', companies: { name: 'Northern Star' } },
        { name: 'Boreas', companies: { name: 'Northern Star' } },
        { name: 'Fathom', companies: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Ordering',
  },
  {
    title: 'parents are ordered by an embed under its alias',
    path: '/voyages?select=id,vessel:ships(name)&order=vessel(name).desc,id',
    answer: {
      status: 200,
      body: [
        { id: 7, vessel: { name: 'Estuary' } },
        { id: 6, vessel: { name: 'Doldrum' } },
        { id: 4, vessel: { name: 'Calypso' } },
        { id: 5, vessel: { name: 'Calypso' } },
        { id: 3, vessel: { name: 'Boreas' } },
        { id: 1, vessel: { name: 'Aurora' } },
        { id: 2, vessel: { name: 'Aurora' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Ordering',
  },
  {
    title: 'parents are ordered by a column of an embed that is not selected',
    path: '/voyages?select=id,ships(name)&order=ships(built),id',
    answer: {
      status: 200,
      body: [
        { id: 3, ships: { name: 'Boreas' } },
        { id: 1, ships: { name: 'Aurora' } },
        { id: 2, ships: { name: 'Aurora' } },
        { id: 4, ships: { name: 'Calypso' } },
        { id: 5, ships: { name: 'Calypso' } },
        { id: 6, ships: { name: 'Doldrum' } },
        { id: 7, ships: { name: 'Estuary' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Ordering',
  },
  {
    title: 'parents are ordered by an embed without columns',
    path: '/voyages?select=id,ships()&order=ships(tonnage).desc,id',
    answer: {
      status: 200,
      body: [{ id: 6 }, { id: 3 }, { id: 1 }, { id: 2 }, { id: 4 }, { id: 5 }, { id: 7 }],
    },
    source: 'PostgREST 12: Resource Embedding, Top-level Ordering',
  },
  {
    title: 'parents cannot be ordered by a to-many embed',
    path: '/ships?select=name,voyages(id)&order=voyages(id)',
    answer: {
      status: 400,
      body: {
        code: 'PGRST118',
        message: "A related order on 'voyages' is not possible",
        details: "'ships' and 'voyages' do not form a many-to-one or one-to-one relationship",
        hint: null,
      },
    },
    source: 'PostgREST 12: Errors, PGRST118',
  },
  {
    title: 'parents cannot be ordered by a table that is not embedded',
    path: '/ships?select=name&order=companies(name)',
    answer: {
      status: 400,
      body: {
        code: 'PGRST108',
        message: "'companies' is not an embedded resource in this request",
        details: null,
        hint: "Verify that 'companies' is included in the 'select' query parameter.",
      },
    },
    source: 'PostgREST 12: Errors, PGRST108',
  },
  {
    title: 'a spread lifts the columns of a to-one embed',
    path: '/voyages?select=id,...ships(ship:name,built)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, ship: 'Aurora', built: 2004 },
        { id: 2, ship: 'Aurora', built: 2004 },
        { id: 3, ship: 'Boreas', built: 1998 },
        { id: 4, ship: 'Calypso', built: 2011 },
        { id: 5, ship: 'Calypso', built: 2011 },
        { id: 6, ship: 'Doldrum', built: 2016 },
        { id: 7, ship: 'Estuary', built: 2019 },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Spread embedded resource',
  },
  {
    title: 'a spread without a related row gives nulls',
    path: '/ships?select=name,...companies(company:name)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', company: 'Northern Star' },
        { name: 'Boreas', company: 'Northern Star' },
        { name: 'Calypso', company: 'Baltic Feeder' },
        { name: 'Doldrum', company: 'Pacific Bulk' },
        { name: 'Estuary', company: 'Fjord Ferries' },
        { name: 'Fathom', company: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Spread embedded resource',
  },
  {
    title: 'a spread of a one-to-one embed',
    path: '/ships?select=name,...engines(cylinders)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', cylinders: 12 },
        { name: 'Boreas', cylinders: null },
        { name: 'Calypso', cylinders: 6 },
        { name: 'Doldrum', cylinders: 8 },
        { name: 'Estuary', cylinders: null },
        { name: 'Fathom', cylinders: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Spread embedded resource',
  },
  {
    title: 'spreads nest',
    path: '/voyages?select=id,...ships(ship:name,...companies(company:name))&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, ship: 'Aurora', company: 'Northern Star' },
        { id: 2, ship: 'Aurora', company: 'Northern Star' },
        { id: 3, ship: 'Boreas', company: 'Northern Star' },
        { id: 4, ship: 'Calypso', company: 'Baltic Feeder' },
        { id: 5, ship: 'Calypso', company: 'Baltic Feeder' },
        { id: 6, ship: 'Doldrum', company: 'Pacific Bulk' },
        { id: 7, ship: 'Estuary', company: 'Fjord Ferries' },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Spread embedded resource',
  },
  {
    title: 'an embed nests in a spread',
    path: '/voyages?select=id,...ships(ship:name,companies(name))&id=eq.1',
    answer: { status: 200, body: [{ id: 1, ship: 'Aurora', companies: { name: 'Northern Star' } }] },
    source: 'PostgREST 12: Resource Embedding, Spread embedded resource',
  },
  {
    title: 'a spread inside an embed of the junction adds its columns',
    path: '/voyages?select=id,crew:assignments(duty,...crew(name))&crew.order=crew_id&id=eq.1',
    answer: {
      status: 200,
      body: [
        {
          id: 1,
          crew: [
            { duty: 'command', name: 'Ada Lind' },
            { duty: 'watch', name: 'Bo Kerr' },
            { duty: 'engine', name: 'Chen Wu' },
          ],
        },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Spread embedded resource',
  },
  {
    title: 'a spread takes a hint',
    path: '/voyages?select=id,...ports!origin_id(from:name)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, from: 'Rotterdam' },
        { id: 2, from: 'Singapore' },
        { id: 3, from: 'Santos' },
        { id: 4, from: 'Hamburg' },
        { id: 5, from: 'Oslo' },
        { id: 6, from: 'Santos' },
        { id: 7, from: 'Oslo' },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Spread embedded resource',
  },
  {
    title: 'a spread with !inner filters the parents',
    path: '/voyages?select=id,...ships!inner(ship:name)&ships.kind=eq.bulk',
    answer: { status: 200, body: [{ id: 6, ship: 'Doldrum' }] },
    source: 'PostgREST 12: Resource Embedding, Spread embedded resource',
  },
  {
    title: 'a spread of a computed embed',
    path: '/companies?select=name,...flagship(flagship:name)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Northern Star', flagship: 'Boreas' },
        { name: 'Baltic Feeder', flagship: 'Calypso' },
        { name: 'Pacific Bulk', flagship: 'Doldrum' },
        { name: 'Fjord Ferries', flagship: 'Estuary' },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Spread embedded resource',
  },
  {
    title: 'a to-many embed cannot be spread',
    path: '/ships?select=name,...voyages(id)',
    answer: {
      status: 400,
      body: {
        code: 'PGRST119',
        message: "A spread operation on 'voyages' is not possible",
        details: "'ships' and 'voyages' do not form a many-to-one or one-to-one relationship",
        hint: null,
      },
    },
    source: 'PostgREST 12: Errors, PGRST119',
  },
]
