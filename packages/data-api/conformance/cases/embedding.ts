import type { Case } from '../case.ts'

/** Related rows inside rows. */
export const embeddingCases: readonly Case[] = [
  {
    title: 'a many-to-one embed is an object',
    path: '/voyages?select=id,ships(name)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, ships: { name: 'Aurora' } },
        { id: 2, ships: { name: 'Aurora' } },
        { id: 3, ships: { name: 'Boreas' } },
        { id: 4, ships: { name: 'Calypso' } },
        { id: 5, ships: { name: 'Calypso' } },
        { id: 6, ships: { name: 'Doldrum' } },
        { id: 7, ships: { name: 'Estuary' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Many-to-one relationships',
  },
  {
    title: 'a to-one embed without a related row is null',
    path: '/ships?select=name,companies(name)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', companies: { name: 'Northern Star' } },
        { name: 'Boreas', companies: { name: 'Northern Star' } },
        { name: 'Calypso', companies: { name: 'Baltic Feeder' } },
        { name: 'Doldrum', companies: { name: 'Pacific Bulk' } },
        { name: 'Estuary', companies: { name: 'Fjord Ferries' } },
        { name: 'Fathom', companies: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Many-to-one relationships',
  },
  {
    title: 'two to-one embeds stand side by side',
    path: '/contracts?select=amount,customers(name),ships(name)&order=id',
    answer: {
      status: 200,
      body: [
        { amount: 150000, customers: { name: 'Kone' }, ships: { name: 'Aurora' } },
        { amount: 99000, customers: { name: 'Kone' }, ships: { name: 'Doldrum' } },
        { amount: 45000.5, customers: { name: 'Nordsee' }, ships: { name: 'Aurora' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Many-to-one relationships',
  },
  {
    title: 'an asterisk in an embed selects all its columns',
    path: '/ships?select=name,companies(*)&id=eq.3',
    answer: {
      status: 200,
      body: [{ name: 'Calypso', companies: { id: 2, name: 'Baltic Feeder', founded: 1978, parent_id: 1 } }],
    },
    source: 'PostgREST 12: Resource Embedding, Many-to-one relationships',
  },
  {
    title: 'an embed works next to an asterisk',
    path: '/ships?select=*,companies(name)&id=eq.1',
    answer: {
      status: 200,
      body: [
        {
          id: 1,
          name: 'Aurora',
          company_id: 1,
          kind: 'container',
          built: 2004,
          tonnage: 54000.5,
          active: true,
          details: {
            imo: 'IMO9301111',
            decks: [
              { area: 1200, name: 'main' },
              { area: 800, name: 'upper' },
            ],
            engine: { maker: 'MAN', power: 58000 },
            refits: [2010, 2018],
          },
          flags: ['ice', 'reefer'],
          companies: { name: 'Northern Star' },
        },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Many-to-one relationships',
  },
  {
    title: 'an alias renames an embed',
    path: '/voyages?select=id,vessel:ships(name)&id=eq.1',
    answer: { status: 200, body: [{ id: 1, vessel: { name: 'Aurora' } }] },
    source: 'PostgREST 12: Resource Embedding, Many-to-one relationships',
  },
  {
    title: 'a one-to-many embed is an array, empty without related rows',
    path: '/ships?select=name,voyages(id,status)&voyages.order=id&order=id',
    answer: {
      status: 200,
      body: [
        {
          name: 'Aurora',
          voyages: [
            { id: 1, status: 'completed' },
            { id: 2, status: 'completed' },
          ],
        },
        { name: 'Boreas', voyages: [{ id: 3, status: 'cancelled' }] },
        {
          name: 'Calypso',
          voyages: [
            { id: 4, status: 'completed' },
            { id: 5, status: 'under way' },
          ],
        },
        { name: 'Doldrum', voyages: [{ id: 6, status: 'planned' }] },
        { name: 'Estuary', voyages: [{ id: 7, status: 'completed' }] },
        { name: 'Fathom', voyages: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, One-to-many relationships',
  },
  {
    title: 'blanks in an embed are ignored',
    path: '/ships?select=name,%20voyages(id,%20status)&voyages.order=id&id=eq.1',
    answer: {
      status: 200,
      body: [
        {
          name: 'Aurora',
          voyages: [
            { id: 1, status: 'completed' },
            { id: 2, status: 'completed' },
          ],
        },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, One-to-many relationships',
  },
  {
    title: 'two one-to-many embeds do not multiply each other',
    path: '/ships?select=name,voyages(id),holds(number)&voyages.order=id&holds.order=number&id=eq.1',
    answer: {
      status: 200,
      body: [{ name: 'Aurora', voyages: [{ id: 1 }, { id: 2 }], holds: [{ number: 1 }, { number: 2 }] }],
    },
    source: 'PostgREST 12: Resource Embedding, One-to-many relationships',
  },
  {
    title: 'a many-to-many embed leaves the junction out',
    path: '/voyages?select=id,crew(name)&crew.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, crew: [{ name: 'Ada Lind' }, { name: 'Bo Kerr' }, { name: 'Chen Wu' }] },
        { id: 2, crew: [{ name: 'Ada Lind' }, { name: 'Chen Wu' }] },
        { id: 3, crew: [] },
        { id: 4, crew: [{ name: 'Bo Kerr' }, { name: 'Dora Ruiz' }] },
        { id: 5, crew: [] },
        { id: 6, crew: [] },
        { id: 7, crew: [{ name: 'Dora Ruiz' }, { name: 'Emil Ås' }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Many-to-many relationships',
  },
  {
    title: 'a many-to-many embed works from the other side',
    path: '/crew?select=name,voyages(id,status)&voyages.order=id&order=id',
    answer: {
      status: 200,
      body: [
        {
          name: 'Ada Lind',
          voyages: [
            { id: 1, status: 'completed' },
            { id: 2, status: 'completed' },
          ],
        },
        {
          name: 'Bo Kerr',
          voyages: [
            { id: 1, status: 'completed' },
            { id: 4, status: 'completed' },
          ],
        },
        {
          name: 'Chen Wu',
          voyages: [
            { id: 1, status: 'completed' },
            { id: 2, status: 'completed' },
          ],
        },
        {
          name: 'Dora Ruiz',
          voyages: [
            { id: 4, status: 'completed' },
            { id: 7, status: 'completed' },
          ],
        },
        { name: 'Emil Ås', voyages: [{ id: 7, status: 'completed' }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Many-to-many relationships',
  },
  {
    title: 'a junction without its own columns joins as well',
    path: '/cargo?select=id,tags(name)&tags.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, tags: [{ name: 'heavy' }] },
        { id: 2, tags: [{ name: 'cooled' }, { name: 'urgent' }] },
        { id: 3, tags: [] },
        { id: 4, tags: [{ name: 'fragile' }] },
        { id: 5, tags: [] },
        { id: 6, tags: [{ name: 'heavy' }] },
        { id: 7, tags: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Many-to-many relationships',
  },
  {
    title: 'the junction can be embedded with the far side in it',
    path: '/voyages?select=id,assignments(duty,crew(name))&assignments.order=crew_id&id=eq.1',
    answer: {
      status: 200,
      body: [
        {
          id: 1,
          assignments: [
            { duty: 'command', crew: { name: 'Ada Lind' } },
            { duty: 'watch', crew: { name: 'Bo Kerr' } },
            { duty: 'engine', crew: { name: 'Chen Wu' } },
          ],
        },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Many-to-many relationships',
  },
  {
    title: 'a foreign key with a unique constraint gives an object',
    path: '/ships?select=name,registrations(number)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', registrations: { number: 'NL-100' } },
        { name: 'Boreas', registrations: { number: 'PA-200' } },
        { name: 'Calypso', registrations: { number: 'DE-300' } },
        { name: 'Doldrum', registrations: null },
        { name: 'Estuary', registrations: null },
        { name: 'Fathom', registrations: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, One-to-one relationships',
  },
  {
    title: 'the side that holds the unique foreign key gives an object',
    path: '/registrations?select=number,ships(name)&order=id',
    answer: {
      status: 200,
      body: [
        { number: 'NL-100', ships: { name: 'Aurora' } },
        { number: 'PA-200', ships: { name: 'Boreas' } },
        { number: 'DE-300', ships: { name: 'Calypso' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, One-to-one relationships',
  },
  {
    title: 'a foreign key that is the primary key gives an object',
    path: '/ships?select=name,engines(serial,cylinders)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', engines: { serial: 'M-11', cylinders: 12 } },
        { name: 'Boreas', engines: null },
        { name: 'Calypso', engines: { serial: 'M-33', cylinders: 6 } },
        { name: 'Doldrum', engines: { serial: 'W-44', cylinders: 8 } },
        { name: 'Estuary', engines: null },
        { name: 'Fathom', engines: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, One-to-one relationships',
  },
  {
    title: 'the side of the shared primary key gives an object',
    path: '/engines?select=serial,ships(name)&order=ship_id',
    answer: {
      status: 200,
      body: [
        { serial: 'M-11', ships: { name: 'Aurora' } },
        { serial: 'M-33', ships: { name: 'Calypso' } },
        { serial: 'W-44', ships: { name: 'Doldrum' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, One-to-one relationships',
  },
  {
    title: 'a composite foreign key joins on all its columns',
    path: '/cargo?select=id,holds(number,capacity)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, holds: { number: 1, capacity: 500 } },
        { id: 2, holds: { number: 2, capacity: 450 } },
        { id: 3, holds: { number: 1, capacity: 500 } },
        { id: 4, holds: { number: 1, capacity: 200 } },
        { id: 5, holds: { number: 1, capacity: 200 } },
        { id: 6, holds: { number: 1, capacity: 1000 } },
        { id: 7, holds: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins',
  },
  {
    title: 'a composite foreign key joins from the other side',
    path: '/holds?select=ship_id,number,cargo(description)&cargo.order=id&order=ship_id,number',
    answer: {
      status: 200,
      body: [
        { ship_id: 1, number: 1, cargo: [{ description: 'machine parts' }, { description: 'toys' }] },
        { ship_id: 1, number: 2, cargo: [{ description: 'frozen fish' }] },
        { ship_id: 3, number: 1, cargo: [{ description: 'paint' }, { description: 'timber' }] },
        { ship_id: 4, number: 1, cargo: [{ description: 'iron ore' }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins',
  },
  {
    title: 'a composite foreign key is a hint by its name',
    path: '/cargo?select=id,holds!cargo_hold_fkey(cooled)&id=eq.2',
    answer: { status: 200, body: [{ id: 2, holds: { cooled: true } }] },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins',
  },
  {
    title: 'embeds nest in a to-one embed',
    path: '/voyages?select=id,ships(name,companies(name))&id=in.(1,7)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, ships: { name: 'Aurora', companies: { name: 'Northern Star' } } },
        { id: 7, ships: { name: 'Estuary', companies: { name: 'Fjord Ferries' } } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Nested Embedding',
  },
  {
    title: 'embeds nest four levels deep',
    path: '/companies?select=name,ships(name,voyages(id,cargo(description,tags(name))))&ships.order=id&ships.voyages.order=id&ships.voyages.cargo.order=id&ships.voyages.cargo.tags.order=id&order=id',
    answer: {
      status: 200,
      body: [
        {
          name: 'Northern Star',
          ships: [
            {
              name: 'Aurora',
              voyages: [
                {
                  id: 1,
                  cargo: [
                    { description: 'machine parts', tags: [{ name: 'heavy' }] },
                    { description: 'frozen fish', tags: [{ name: 'cooled' }, { name: 'urgent' }] },
                  ],
                },
                { id: 2, cargo: [{ description: 'toys', tags: [] }] },
              ],
            },
            { name: 'Boreas', voyages: [{ id: 3, cargo: [] }] },
          ],
        },
        {
          name: 'Baltic Feeder',
          ships: [
            {
              name: 'Calypso',
              voyages: [
                {
                  id: 4,
                  cargo: [
                    { description: 'paint', tags: [{ name: 'fragile' }] },
                    { description: 'timber', tags: [] },
                  ],
                },
                { id: 5, cargo: [] },
              ],
            },
          ],
        },
        {
          name: 'Pacific Bulk',
          ships: [
            {
              name: 'Doldrum',
              voyages: [
                {
                  id: 6,
                  cargo: [
                    { description: 'iron ore', tags: [{ name: 'heavy' }] },
                    { description: 'spare anchor', tags: [] },
                  ],
                },
              ],
            },
          ],
        },
        { name: 'Fjord Ferries', ships: [{ name: 'Estuary', voyages: [{ id: 7, cargo: [] }] }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Nested Embedding',
  },
  {
    title: 'an embed nests in a many-to-many embed',
    path: '/crew?select=name,voyages(id,ships(name))&voyages.order=id&id=eq.3',
    answer: {
      status: 200,
      body: [
        {
          name: 'Chen Wu',
          voyages: [
            { id: 1, ships: { name: 'Aurora' } },
            { id: 2, ships: { name: 'Aurora' } },
          ],
        },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Nested Embedding',
  },
  {
    title: 'the way back to the first table can be embedded',
    path: '/ships?select=name,companies(name,ships(name))&companies.ships.order=id&id=eq.1',
    answer: {
      status: 200,
      body: [
        {
          name: 'Aurora',
          companies: { name: 'Northern Star', ships: [{ name: 'Aurora' }, { name: 'Boreas' }] },
        },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Nested Embedding',
  },
  {
    title: 'columns of an embed can be renamed, cast and reached by arrows',
    path: '/voyages?select=id,ships(label:full_label,age:built::text,maker:details-%3Eengine-%3E%3Emaker)&id=eq.1',
    answer: { status: 200, body: [{ id: 1, ships: { label: 'Aurora (2004)', age: '2004', maker: 'MAN' } }] },
    source: 'PostgREST 12: Resource Embedding, Nested Embedding',
  },
  {
    title: 'the column of a foreign key embeds the row it points to',
    path: '/voyages?select=id,origin_id(name),destination_id(name)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, origin_id: { name: 'Rotterdam' }, destination_id: { name: 'Singapore' } },
        { id: 2, origin_id: { name: 'Singapore' }, destination_id: { name: 'Rotterdam' } },
        { id: 3, origin_id: { name: 'Santos' }, destination_id: { name: 'Rotterdam' } },
        { id: 4, origin_id: { name: 'Hamburg' }, destination_id: { name: 'Oslo' } },
        { id: 5, origin_id: { name: 'Oslo' }, destination_id: { name: 'Hamburg' } },
        { id: 6, origin_id: { name: 'Santos' }, destination_id: { name: 'Singapore' } },
        { id: 7, origin_id: { name: 'Oslo' }, destination_id: { name: 'Hamburg' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'the column of a foreign key embeds under an alias',
    path: '/voyages?select=id,origin:origin_id(name),destination:destination_id(name)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, origin: { name: 'Rotterdam' }, destination: { name: 'Singapore' } },
        { id: 2, origin: { name: 'Singapore' }, destination: { name: 'Rotterdam' } },
        { id: 3, origin: { name: 'Santos' }, destination: { name: 'Rotterdam' } },
        { id: 4, origin: { name: 'Hamburg' }, destination: { name: 'Oslo' } },
        { id: 5, origin: { name: 'Oslo' }, destination: { name: 'Hamburg' } },
        { id: 6, origin: { name: 'Santos' }, destination: { name: 'Singapore' } },
        { id: 7, origin: { name: 'Oslo' }, destination: { name: 'Hamburg' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'the name of a foreign key embeds the row it points to',
    path: '/voyages?select=id,voyages_origin_id_fkey(name)&id=eq.1',
    answer: { status: 200, body: [{ id: 1, voyages_origin_id_fkey: { name: 'Rotterdam' } }] },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'a hint may be the name of the foreign key',
    path: '/voyages?select=id,origin:ports!voyages_origin_id_fkey(name),destination:ports!voyages_destination_id_fkey(name)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, origin: { name: 'Rotterdam' }, destination: { name: 'Singapore' } },
        { id: 2, origin: { name: 'Singapore' }, destination: { name: 'Rotterdam' } },
        { id: 3, origin: { name: 'Santos' }, destination: { name: 'Rotterdam' } },
        { id: 4, origin: { name: 'Hamburg' }, destination: { name: 'Oslo' } },
        { id: 5, origin: { name: 'Oslo' }, destination: { name: 'Hamburg' } },
        { id: 6, origin: { name: 'Santos' }, destination: { name: 'Singapore' } },
        { id: 7, origin: { name: 'Oslo' }, destination: { name: 'Hamburg' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'a hint may be the column of the foreign key',
    path: '/voyages?select=id,origin:ports!origin_id(name),destination:ports!destination_id(name)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, origin: { name: 'Rotterdam' }, destination: { name: 'Singapore' } },
        { id: 2, origin: { name: 'Singapore' }, destination: { name: 'Rotterdam' } },
        { id: 3, origin: { name: 'Santos' }, destination: { name: 'Rotterdam' } },
        { id: 4, origin: { name: 'Hamburg' }, destination: { name: 'Oslo' } },
        { id: 5, origin: { name: 'Oslo' }, destination: { name: 'Hamburg' } },
        { id: 6, origin: { name: 'Santos' }, destination: { name: 'Singapore' } },
        { id: 7, origin: { name: 'Oslo' }, destination: { name: 'Hamburg' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'a hint chooses from the side of many rows',
    path: '/ports?select=name,departures:voyages!voyages_origin_id_fkey(id),arrivals:voyages!voyages_destination_id_fkey(id)&departures.order=id&arrivals.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Rotterdam', departures: [{ id: 1 }], arrivals: [{ id: 2 }, { id: 3 }] },
        { name: 'Hamburg', departures: [{ id: 4 }], arrivals: [{ id: 5 }, { id: 7 }] },
        { name: 'Antwerp', departures: [], arrivals: [] },
        { name: 'Singapore', departures: [{ id: 2 }], arrivals: [{ id: 1 }, { id: 6 }] },
        { name: 'Santos', departures: [{ id: 3 }, { id: 6 }], arrivals: [] },
        { name: 'Oslo', departures: [{ id: 5 }, { id: 7 }], arrivals: [{ id: 4 }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'a hint by column chooses from the side of many rows',
    path: '/crew?select=name,sent:messages!sender_id(body),received:messages!recipient_id(body)&sent.order=id&received.order=id&order=id',
    answer: {
      status: 200,
      body: [
        {
          name: 'Ada Lind',
          sent: [{ body: 'welcome aboard' }],
          received: [{ body: 'thank you' }, { body: 'pump repaired' }],
        },
        { name: 'Bo Kerr', sent: [{ body: 'thank you' }], received: [{ body: 'welcome aboard' }] },
        { name: 'Chen Wu', sent: [{ body: 'pump repaired' }], received: [] },
        { name: 'Dora Ruiz', sent: [], received: [] },
        { name: 'Emil Ås', sent: [], received: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'a hint without an alias leaves the name of the table',
    path: '/messages?select=id,crew!messages_sender_id_fkey(name)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, crew: { name: 'Ada Lind' } },
        { id: 2, crew: { name: 'Bo Kerr' } },
        { id: 3, crew: { name: 'Chen Wu' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'a hint may be the table of the junction',
    path: '/ships?select=name,ports!home_ports(name)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', ports: [{ name: 'Rotterdam' }] },
        { name: 'Boreas', ports: [{ name: 'Rotterdam' }] },
        { name: 'Calypso', ports: [{ name: 'Hamburg' }] },
        { name: 'Doldrum', ports: [{ name: 'Santos' }] },
        { name: 'Estuary', ports: [{ name: 'Oslo' }] },
        { name: 'Fathom', ports: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'two junctions can be embedded side by side',
    path: '/ships?select=name,home:ports!home_ports(name),refused:ports!refused_ports(name)&id=in.(2,4)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Boreas', home: [{ name: 'Rotterdam' }], refused: [{ name: 'Singapore' }] },
        { name: 'Doldrum', home: [{ name: 'Santos' }], refused: [{ name: 'Rotterdam' }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'two foreign keys to a table are ambiguous',
    path: '/voyages?select=id,ports(name)',
    answer: {
      status: 300,
      includes: {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'voyages' and 'ports'",
      },
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'two foreign keys from a table are ambiguous',
    path: '/crew?select=name,messages(body)',
    answer: {
      status: 300,
      includes: {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'crew' and 'messages'",
      },
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'two junctions are ambiguous',
    path: '/ships?select=name,ports(name)',
    answer: {
      status: 300,
      includes: {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'ships' and 'ports'",
      },
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'an ambiguous embed deeper in the tree is an error too',
    path: '/ships?select=name,voyages(id,ports(name))',
    answer: {
      status: 300,
      includes: {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'voyages' and 'ports'",
      },
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'two foreign keys of a view are ambiguous',
    path: '/voyage_overview?select=id,ports(name)',
    answer: {
      status: 300,
      includes: {
        code: 'PGRST201',
        message:
          "Could not embed because more than one relationship was found for 'voyage_overview' and 'ports'",
      },
    },
    source: 'PostgREST 12: Resource Embedding, Multiple Foreign Key Relationships',
  },
  {
    title: 'the name of the own table embeds the children',
    path: '/companies?select=name,companies(name)&companies.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Northern Star', companies: [{ name: 'Baltic Feeder' }] },
        { name: 'Baltic Feeder', companies: [{ name: 'Fjord Ferries' }] },
        { name: 'Pacific Bulk', companies: [] },
        { name: 'Fjord Ferries', companies: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Recursive Relationships',
  },
  {
    title: 'the column of the own foreign key embeds the parent',
    path: '/companies?select=name,parent_id(name)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Northern Star', parent_id: null },
        { name: 'Baltic Feeder', parent_id: { name: 'Northern Star' } },
        { name: 'Pacific Bulk', parent_id: null },
        { name: 'Fjord Ferries', parent_id: { name: 'Baltic Feeder' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Recursive Relationships',
  },
  {
    title: 'parents nest',
    path: '/companies?select=name,parent:parent_id(name,parent:parent_id(name))&id=eq.4',
    answer: {
      status: 200,
      body: [{ name: 'Fjord Ferries', parent: { name: 'Baltic Feeder', parent: { name: 'Northern Star' } } }],
    },
    source: 'PostgREST 12: Resource Embedding, Recursive Relationships',
  },
  {
    title: 'children nest',
    path: '/companies?select=name,children:companies(name,children:companies(name))&id=eq.1',
    answer: {
      status: 200,
      body: [
        {
          name: 'Northern Star',
          children: [{ name: 'Baltic Feeder', children: [{ name: 'Fjord Ferries' }] }],
        },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Recursive Relationships',
  },
  {
    title: 'a hint by column embeds the children',
    path: '/companies?select=name,subsidiaries:companies!parent_id(name)&id=eq.2',
    answer: { status: 200, body: [{ name: 'Baltic Feeder', subsidiaries: [{ name: 'Fjord Ferries' }] }] },
    source: 'PostgREST 12: Resource Embedding, Recursive Relationships',
  },
  {
    title: 'parent and children are embedded together',
    path: '/crew?select=name,mentor:mentor_id(name),students:crew(name)&students.order=id&id=eq.2',
    answer: {
      status: 200,
      body: [
        {
          name: 'Bo Kerr',
          mentor: { name: 'Ada Lind' },
          students: [{ name: 'Dora Ruiz' }, { name: 'Emil Ås' }],
        },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Recursive Relationships',
  },
  {
    title: 'a view embeds the tables its base tables point to',
    path: '/voyage_overview?select=id,ship_name,ships(built)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, ship_name: 'Aurora', ships: { built: 2004 } },
        { id: 2, ship_name: 'Aurora', ships: { built: 2004 } },
        { id: 3, ship_name: 'Boreas', ships: { built: 1998 } },
        { id: 4, ship_name: 'Calypso', ships: { built: 2011 } },
        { id: 5, ship_name: 'Calypso', ships: { built: 2011 } },
        { id: 6, ship_name: 'Doldrum', ships: { built: 2016 } },
        { id: 7, ship_name: 'Estuary', ships: { built: 2019 } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'a table embeds the views of the tables that point to it',
    path: '/ships?select=name,voyage_overview(id,origin_name)&voyage_overview.order=id&order=id',
    answer: {
      status: 200,
      body: [
        {
          name: 'Aurora',
          voyage_overview: [
            { id: 1, origin_name: 'Rotterdam' },
            { id: 2, origin_name: 'Singapore' },
          ],
        },
        { name: 'Boreas', voyage_overview: [{ id: 3, origin_name: 'Santos' }] },
        {
          name: 'Calypso',
          voyage_overview: [
            { id: 4, origin_name: 'Hamburg' },
            { id: 5, origin_name: 'Oslo' },
          ],
        },
        { name: 'Doldrum', voyage_overview: [{ id: 6, origin_name: 'Santos' }] },
        { name: 'Estuary', voyage_overview: [{ id: 7, origin_name: 'Oslo' }] },
        { name: 'Fathom', voyage_overview: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'a view embeds rows that point to its base table',
    path: '/voyage_overview?select=id,cargo(description)&cargo.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, cargo: [{ description: 'machine parts' }, { description: 'frozen fish' }] },
        { id: 2, cargo: [{ description: 'toys' }] },
        { id: 3, cargo: [] },
        { id: 4, cargo: [{ description: 'paint' }, { description: 'timber' }] },
        { id: 5, cargo: [] },
        { id: 6, cargo: [{ description: 'iron ore' }, { description: 'spare anchor' }] },
        { id: 7, cargo: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'a hint by foreign key works on a view',
    path: '/voyage_overview?select=id,ports!voyages_destination_id_fkey(name)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, ports: { name: 'Singapore' } },
        { id: 2, ports: { name: 'Rotterdam' } },
        { id: 3, ports: { name: 'Rotterdam' } },
        { id: 4, ports: { name: 'Oslo' } },
        { id: 5, ports: { name: 'Hamburg' } },
        { id: 6, ports: { name: 'Singapore' } },
        { id: 7, ports: { name: 'Hamburg' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'the column of a foreign key embeds from a view',
    path: '/voyage_overview?select=id,from:origin_id(country),to:destination_id(country)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, from: { country: 'NL' }, to: { country: 'SG' } },
        { id: 2, from: { country: 'SG' }, to: { country: 'NL' } },
        { id: 3, from: { country: 'BR' }, to: { country: 'NL' } },
        { id: 4, from: { country: 'DE' }, to: { country: 'NO' } },
        { id: 5, from: { country: 'NO' }, to: { country: 'DE' } },
        { id: 6, from: { country: 'BR' }, to: { country: 'SG' } },
        { id: 7, from: { country: 'NO' }, to: { country: 'DE' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'a view joins through the junction of its base table',
    path: '/voyage_overview?select=id,crew(name)&crew.order=id&id=in.(1,3)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, crew: [{ name: 'Ada Lind' }, { name: 'Bo Kerr' }, { name: 'Chen Wu' }] },
        { id: 3, crew: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'a view over a view keeps the relationships',
    path: '/completed_voyages?select=id,ships(name),cargo(id)&cargo.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, ships: { name: 'Aurora' }, cargo: [{ id: 1 }, { id: 2 }] },
        { id: 2, ships: { name: 'Aurora' }, cargo: [{ id: 3 }] },
        { id: 4, ships: { name: 'Calypso' }, cargo: [{ id: 4 }, { id: 5 }] },
        { id: 7, ships: { name: 'Estuary' }, cargo: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'a to-one embed of a view is null where the view has no row',
    path: '/cargo?select=id,completed_voyages(ship_name)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, completed_voyages: { ship_name: 'Aurora' } },
        { id: 2, completed_voyages: { ship_name: 'Aurora' } },
        { id: 3, completed_voyages: { ship_name: 'Aurora' } },
        { id: 4, completed_voyages: { ship_name: 'Calypso' } },
        { id: 5, completed_voyages: { ship_name: 'Calypso' } },
        { id: 6, completed_voyages: null },
        { id: 7, completed_voyages: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'a materialized view has the relationships of its base table',
    path: '/voyages?select=id,port_traffic!voyages_origin_id_fkey(departures)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, port_traffic: { departures: 1 } },
        { id: 2, port_traffic: { departures: 1 } },
        { id: 3, port_traffic: { departures: 2 } },
        { id: 4, port_traffic: { departures: 1 } },
        { id: 5, port_traffic: { departures: 2 } },
        { id: 6, port_traffic: { departures: 2 } },
        { id: 7, port_traffic: { departures: 2 } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'a view embeds another view',
    path: '/voyage_overview?select=id,large_ports!voyages_destination_id_fkey(name)&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, large_ports: { name: 'Singapore' } },
        { id: 2, large_ports: { name: 'Rotterdam' } },
        { id: 3, large_ports: { name: 'Rotterdam' } },
        { id: 4, large_ports: null },
        { id: 5, large_ports: { name: 'Hamburg' } },
        { id: 6, large_ports: { name: 'Singapore' } },
        { id: 7, large_ports: { name: 'Hamburg' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'views of tables outside the exposed schemas are related by their foreign keys',
    path: '/customers?select=name,contracts(amount)&contracts.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Kone', contracts: [{ amount: 150000 }, { amount: 99000 }] },
        { name: 'Nordsee', contracts: [{ amount: 45000.5 }] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'a view of a table outside joins a table inside',
    path: '/ships?select=name,contracts(amount,customers(name))&contracts.order=id&order=id',
    answer: {
      status: 200,
      body: [
        {
          name: 'Aurora',
          contracts: [
            { amount: 150000, customers: { name: 'Kone' } },
            { amount: 45000.5, customers: { name: 'Nordsee' } },
          ],
        },
        { name: 'Boreas', contracts: [] },
        { name: 'Calypso', contracts: [] },
        { name: 'Doldrum', contracts: [{ amount: 99000, customers: { name: 'Kone' } }] },
        { name: 'Estuary', contracts: [] },
        { name: 'Fathom', contracts: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Foreign Key Joins on Views',
  },
  {
    title: 'a function that returns a set embeds an array',
    path: '/ships?select=name,sister_ships(name)&sister_ships.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', sister_ships: [{ name: 'Boreas' }] },
        { name: 'Boreas', sister_ships: [{ name: 'Aurora' }] },
        { name: 'Calypso', sister_ships: [] },
        { name: 'Doldrum', sister_ships: [] },
        { name: 'Estuary', sister_ships: [] },
        { name: 'Fathom', sister_ships: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Computed Relationships',
  },
  {
    title: 'a function that returns at most one row embeds an object',
    path: '/companies?select=name,flagship(name,tonnage)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Northern Star', flagship: { name: 'Boreas', tonnage: 81250 } },
        { name: 'Baltic Feeder', flagship: { name: 'Calypso', tonnage: 12500.75 } },
        { name: 'Pacific Bulk', flagship: { name: 'Doldrum', tonnage: 93000 } },
        { name: 'Fjord Ferries', flagship: { name: 'Estuary', tonnage: 6100.25 } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Computed Relationships',
  },
  {
    title: 'a computed embed without a row is null',
    path: '/ships?select=name,home_port(name)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora', home_port: { name: 'Rotterdam' } },
        { name: 'Boreas', home_port: { name: 'Rotterdam' } },
        { name: 'Calypso', home_port: { name: 'Hamburg' } },
        { name: 'Doldrum', home_port: { name: 'Santos' } },
        { name: 'Estuary', home_port: { name: 'Oslo' } },
        { name: 'Fathom', home_port: null },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Computed Relationships',
  },
  {
    title: 'an embed nests in a computed embed',
    path: '/companies?select=name,flagship(name,voyages(id))&flagship.voyages.order=id&id=eq.1',
    answer: {
      status: 200,
      body: [{ name: 'Northern Star', flagship: { name: 'Boreas', voyages: [{ id: 3 }] } }],
    },
    source: 'PostgREST 12: Resource Embedding, Computed Relationships',
  },
  {
    title: 'a computed embed nests in an embed',
    path: '/voyages?select=id,ships(name,home_port(name))&id=eq.1',
    answer: { status: 200, body: [{ id: 1, ships: { name: 'Aurora', home_port: { name: 'Rotterdam' } } }] },
    source: 'PostgREST 12: Resource Embedding, Computed Relationships',
  },
  {
    title: 'the same relationship can be embedded twice under two names',
    path: '/voyages?select=id,heavy:cargo(id),light:cargo(id)&heavy.weight=gte.100&light.weight=lt.100&heavy.order=id&light.order=id&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, heavy: [{ id: 1 }], light: [{ id: 2 }] },
        { id: 2, heavy: [], light: [{ id: 3 }] },
        { id: 3, heavy: [], light: [] },
        { id: 4, heavy: [], light: [{ id: 4 }, { id: 5 }] },
        { id: 5, heavy: [], light: [] },
        { id: 6, heavy: [{ id: 6 }], light: [] },
        { id: 7, heavy: [], light: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedding',
  },
  {
    title: 'an embed without columns leaves no trace in the answer',
    path: '/voyages?select=id,ships()&order=id&limit=2',
    answer: { status: 200, body: [{ id: 1 }, { id: 2 }] },
    source: 'PostgREST 12: Resource Embedding, Embedding',
  },
  {
    title: 'tables and foreign keys with odd names embed',
    path: '/H%C3%A4fen?select=stra%C3%9Fe,%22Odd%20Names%22(%22First%20Name%22)&order=id',
    answer: {
      status: 200,
      body: [
        { straße: 'Überseering', 'Odd Names': { 'First Name': 'Ann, Marie' } },
        { straße: 'Åkergata', 'Odd Names': { 'First Name': 'Bob (the) "Builder"' } },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedding',
  },
  {
    title: 'a hint may be quoted',
    path: '/Odd%20Names?select=%22Odd%20Id%22,places:H%C3%A4fen!%22H%C3%A4fen%20odd%22(stra%C3%9Fe)&order=%22Odd%20Id%22',
    answer: {
      status: 200,
      body: [
        { 'Odd Id': 1, places: [{ straße: 'Überseering' }] },
        { 'Odd Id': 2, places: [{ straße: 'Åkergata' }] },
        { 'Odd Id': 3, places: [] },
      ],
    },
    source: 'PostgREST 12: Resource Embedding, Embedding',
  },
  {
    title: 'two tables without a foreign key cannot be embedded',
    path: '/ports?select=name,tags(name)',
    answer: {
      status: 400,
      includes: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'ports' and 'tags' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'ports' and 'tags' in the schema 'api', but no matches were found.",
      },
    },
    source: 'PostgREST 12: Resource Embedding, Embedding',
  },
  {
    title: 'a table that does not exist cannot be embedded',
    path: '/ships?select=name,harbours(name)',
    answer: {
      status: 400,
      includes: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'ships' and 'harbours' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'ships' and 'harbours' in the schema 'api', but no matches were found.",
      },
    },
    source: 'PostgREST 12: Resource Embedding, Embedding',
  },
  {
    title: 'a hint that fits no relationship is an error',
    path: '/voyages?select=id,ports!nonsense(name)',
    answer: {
      status: 400,
      includes: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'voyages' and 'ports' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'voyages' and 'ports' using the hint 'nonsense' in the schema 'api', but no matches were found.",
      },
    },
    source: 'PostgREST 12: Resource Embedding, Embedding',
  },
  {
    title: 'a column without a foreign key cannot be embedded',
    path: '/ships?select=built(name)',
    answer: {
      status: 400,
      includes: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'ships' and 'built' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'ships' and 'built' in the schema 'api', but no matches were found.",
      },
    },
    source: 'PostgREST 12: Resource Embedding, Embedding',
  },
  {
    title: 'a missing relationship deeper in the tree is an error too',
    path: '/ships?select=name,companies(name,tags(name))',
    answer: {
      status: 400,
      includes: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'companies' and 'tags' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'companies' and 'tags' in the schema 'api', but no matches were found.",
      },
    },
    source: 'PostgREST 12: Resource Embedding, Embedding',
  },
]
