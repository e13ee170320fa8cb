import type { Case } from '../case.ts'

/** The description of the service and the methods of its parts. */
export const openapiCases: readonly Case[] = [
  {
    title: 'the root answers an OpenAPI 2 document',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      headers: { 'content-type': 'application/openapi+json; charset=utf-8' },
      includes: { swagger: '2.0' },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'the root answers the document to plain JSON as well',
    path: '/',
    headers: { accept: 'application/json' },
    answer: { status: 200, includes: { swagger: '2.0' } },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'the comment of the schema is title and description',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: { info: { title: 'Shipping company', description: 'Ships, ports, voyages and cargo.' } },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'a table has all methods',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: {
        paths: {
          '/ships': {
            get: { tags: ['ships'] },
            post: { tags: ['ships'] },
            patch: { tags: ['ships'] },
            delete: { tags: ['ships'] },
          },
        },
      },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'the first line of a comment is the summary, the rest the description',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: {
        paths: {
          '/ports': { get: { summary: 'Harbours', description: 'Places where ships load and discharge.' } },
        },
      },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'a view that cannot be written can be read',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: { paths: { '/voyage_overview': { get: { tags: ['voyage_overview'] } } } },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'required columns are those that cannot be null',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: {
        definitions: { ports: { type: 'object', required: ['id', 'name', 'country', 'services'] } },
      },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'a primary key is noted',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: {
        definitions: {
          ports: {
            properties: {
              id: { type: 'integer', format: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
            },
          },
        },
      },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'a foreign key is noted',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: {
        definitions: {
          ships: {
            properties: {
              company_id: {
                type: 'integer',
                format: 'integer',
                description:
                  "Note:\nThis is a Foreign Key to `companies.id`.<fk table='companies' column='id'/>",
              },
            },
          },
        },
      },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'the comment of a column is its description',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: {
        definitions: {
          ports: { properties: { berths: { description: 'How many ships can lie alongside' } } },
        },
      },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'types become types and formats',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: {
        definitions: {
          samples: {
            properties: {
              flag: { type: 'boolean', format: 'boolean' },
              amount: { type: 'number', format: 'numeric' },
              large: { type: 'integer', format: 'bigint' },
              ratio: { type: 'number', format: 'double precision' },
              moment: { type: 'string', format: 'timestamp with time zone' },
              day: { type: 'string', format: 'date' },
              reference: { type: 'string', format: 'uuid' },
              numbers: { type: 'array', format: 'integer[]', items: { type: 'integer' } },
              words: { type: 'array', format: 'text[]', items: { type: 'string' } },
              data: { format: 'jsonb' },
            },
          },
        },
      },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'an enum lists its labels',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: {
        definitions: {
          ships: { properties: { kind: { type: 'string', enum: ['container', 'tanker', 'bulk', 'ferry'] } } },
        },
      },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'a default is shown',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: {
        definitions: {
          depots: { properties: { capacity: { type: 'integer', default: 10 } } },
          ships: { properties: { active: { type: 'boolean', default: true } } },
          tickets: { properties: { status: { default: 'open' } } },
        },
      },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'a function that does not write can be got and posted',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: {
        paths: {
          '/rpc/add_numbers': {
            get: { tags: ['(rpc) add_numbers'], summary: 'Adds', description: 'Adds two whole numbers.' },
            post: { tags: ['(rpc) add_numbers'] },
          },
        },
      },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'a function that writes can be posted',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: {
      status: 200,
      includes: { paths: { '/rpc/rename_port': { post: { tags: ['(rpc) rename_port'] } } } },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'Accept-Profile chooses the schema that is described',
    path: '/',
    headers: { accept: 'application/openapi+json', 'accept-profile': 'other' },
    answer: {
      status: 200,
      headers: { 'content-profile': 'other' },
      includes: { definitions: { warehouses: { properties: { name: { type: 'string', format: 'text' } } } } },
    },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'HEAD of the root answers no body',
    method: 'HEAD',
    path: '/',
    headers: { accept: 'application/openapi+json' },
    answer: { status: 200, headers: { 'content-type': 'application/openapi+json; charset=utf-8' }, text: '' },
    source: 'PostgREST 12: OpenAPI',
  },
  {
    title: 'the description is not offered in other types',
    path: '/',
    headers: { accept: 'text/csv' },
    answer: { status: 406, includes: { code: 'PGRST107' } },
    source: 'PostgREST 12: Errors, PGRST107',
  },
  {
    title: 'a table with a primary key allows everything',
    method: 'OPTIONS',
    path: '/ships',
    answer: { status: 200, headers: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' } },
    source: 'PostgREST 12: OPTIONS method',
  },
  {
    title: 'a table without a primary key does not allow PUT',
    method: 'OPTIONS',
    path: '/readings',
    answer: { status: 200, headers: { allow: 'OPTIONS,GET,HEAD,POST,PATCH,DELETE' } },
    source: 'PostgREST 12: OPTIONS method',
  },
  {
    title: 'a view of one table allows everything',
    method: 'OPTIONS',
    path: '/large_ports',
    answer: { status: 200, headers: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' } },
    source: 'PostgREST 12: OPTIONS method',
  },
  {
    title: 'a view of several tables can only be read',
    method: 'OPTIONS',
    path: '/voyage_overview',
    answer: { status: 200, headers: { allow: 'OPTIONS,GET,HEAD' } },
    source: 'PostgREST 12: OPTIONS method',
  },
  {
    title: 'a view with groups can only be read',
    method: 'OPTIONS',
    path: '/fleet_sizes',
    answer: { status: 200, headers: { allow: 'OPTIONS,GET,HEAD' } },
    source: 'PostgREST 12: OPTIONS method',
  },
  {
    title: 'a materialized view can only be read',
    method: 'OPTIONS',
    path: '/port_traffic',
    answer: { status: 200, headers: { allow: 'OPTIONS,GET,HEAD' } },
    source: 'PostgREST 12: OPTIONS method',
  },
  {
    title: 'the root can only be read',
    method: 'OPTIONS',
    path: '/',
    answer: { status: 200, headers: { allow: 'OPTIONS,GET,HEAD' } },
    source: 'PostgREST 12: OPTIONS method',
  },
  {
    title: 'a function that does not write can be got',
    method: 'OPTIONS',
    path: '/rpc/nothing',
    answer: { status: 200, headers: { allow: 'OPTIONS,GET,HEAD,POST' } },
    source: 'PostgREST 12: OPTIONS method',
  },
  {
    title: 'OPTIONS follows the profile',
    method: 'OPTIONS',
    path: '/warehouses',
    headers: { 'accept-profile': 'other' },
    answer: { status: 200, headers: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' } },
    source: 'PostgREST 12: OPTIONS method',
  },
  {
    title: 'OPTIONS of an unknown table is not found',
    method: 'OPTIONS',
    path: '/zzz',
    answer: { status: 404 },
    source: 'PostgREST 12: OPTIONS method',
  },
]
