import type { Case } from '../case.ts'

/** Trees of and, or and not. */
export const logicCases: readonly Case[] = [
  {
    title: 'or needs one of its conditions',
    path: '/ships?select=name&or=(built.lt.2000,built.gt.2015)&order=id',
    answer: { status: 200, body: [{ name: 'Boreas' }, { name: 'Doldrum' }, { name: 'Estuary' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'and needs all of its conditions',
    path: '/ships?select=name&and=(built.gt.2000,built.lt.2015)&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Calypso' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'a filter beside or is required as well',
    path: '/ships?select=name&or=(built.lt.2000,built.gt.2015)&kind=eq.bulk&order=id',
    answer: { status: 200, body: [{ name: 'Doldrum' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'two or parameters are both required',
    path: '/ships?select=name&or=(id.eq.1,id.eq.2)&or=(active.is.true,id.eq.3)&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'and nests in or',
    path: '/ships?select=name&or=(and(built.gt.2000,built.lt.2010),and(built.gt.2015,built.lt.2018))&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Doldrum' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'or nests in and',
    path: '/ships?select=name&and=(active.is.true,or(kind.eq.ferry,kind.eq.bulk))&order=id',
    answer: { status: 200, body: [{ name: 'Doldrum' }, { name: 'Estuary' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'trees nest three levels deep',
    path: '/ships?select=name&or=(id.eq.6,and(active.is.true,or(built.eq.2004,and(built.eq.2011,kind.eq.container))))&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Calypso' }, { name: 'Fathom' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'not.or negates the whole list',
    path: '/ships?select=name&not.or=(id.eq.1,id.eq.2)&order=id',
    answer: {
      status: 200,
      body: [{ name: 'Calypso' }, { name: 'Doldrum' }, { name: 'Estuary' }, { name: 'Fathom' }],
    },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'not.and negates the whole list',
    path: '/ships?select=name&not.and=(built.gt.2000,built.lt.2015)&order=id',
    answer: { status: 200, body: [{ name: 'Boreas' }, { name: 'Doldrum' }, { name: 'Estuary' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'not.and nests in a list',
    path: '/ships?select=name&or=(id.eq.2,not.and(id.gt.1,id.lt.6))&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Boreas' }, { name: 'Fathom' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'not.or nests in a list',
    path: '/ships?select=name&and=(active.is.true,not.or(id.eq.1,id.eq.3))&order=id',
    answer: { status: 200, body: [{ name: 'Doldrum' }, { name: 'Estuary' }, { name: 'Fathom' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'one condition of a list can be negated',
    path: '/ships?select=name&or=(company_id.not.is.null,id.eq.6)&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora' },
        { name: 'Boreas' },
        { name: 'Calypso' },
        { name: 'Doldrum' },
        { name: 'Estuary' },
        { name: 'Fathom' },
      ],
    },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'a list may hold a single condition',
    path: '/ships?select=name&or=(id.eq.1)&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'blanks are allowed between the conditions',
    path: '/ships?select=name&or=(%20id.eq.1%20,%20id.eq.2%20)&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Boreas' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'in is allowed in a list',
    path: '/ships?select=name&or=(id.in.(1,2),name.in.(%22Estuary%22,Fathom))&order=id',
    answer: {
      status: 200,
      body: [{ name: 'Aurora' }, { name: 'Boreas' }, { name: 'Estuary' }, { name: 'Fathom' }],
    },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'in with an empty list matches nothing in a list',
    path: '/ships?select=name&or=(id.in.(),id.eq.3)&order=id',
    answer: { status: 200, body: [{ name: 'Calypso' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'is is allowed in a list',
    path: '/ships?select=name&or=(company_id.is.null,active.is.false)&order=id',
    answer: { status: 200, body: [{ name: 'Boreas' }, { name: 'Fathom' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'patterns are allowed in a list',
    path: '/ships?select=name&or=(name.ilike.*AUR*,name.like.*dr*)&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Doldrum' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'arrays are allowed in a list',
    path: '/ships?select=name&or=(flags.cs.%7Bice,reefer%7D,flags.ov.%7Broro%7D)&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Estuary' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'modifiers are allowed in a list',
    path: '/ships?select=name&or=(name.like(any).%7BA*,B*%7D,id.eq(any).%7B6%7D)&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Boreas' }, { name: 'Fathom' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'quotes in a list protect commas and parentheses',
    path: '/Odd%20Names?select=%22Odd%20Id%22&or=(%22First%20Name%22.eq.%22Ann,%20Marie%22,%22First%20Name%22.eq.%22Bob%20(the)%20%5C%22Builder%5C%22%22)&order=%22Odd%20Id%22',
    answer: { status: 200, body: [{ 'Odd Id': 1 }, { 'Odd Id': 2 }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'a column name with a dot is quoted in a list',
    path: '/Odd%20Names?select=%22Odd%20Id%22&or=(%22Unit.Price%22.gt.10,%22Unit.Price%22.is.null)&order=%22Odd%20Id%22',
    answer: { status: 200, body: [{ 'Odd Id': 2 }, { 'Odd Id': 3 }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'full text is allowed in a list',
    path: '/documents?select=title&or=(search.fts(english).lifeboats,search.plfts(english).repair)&order=id',
    answer: { status: 200, body: [{ title: 'Engine manual' }, { title: 'Safety plan' }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'an arrow of jsonb is allowed in a list',
    path: '/cargo?select=id&or=(labels-%3E%3Ezone.eq.c,labels-%3E%3Eowner.eq.Nordsee)&order=id',
    answer: { status: 200, body: [{ id: 2 }, { id: 4 }, { id: 6 }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'a nested list of jsonb arrows is allowed',
    path: '/cargo?select=id&or=(and(labels-%3E%3Eowner.eq.Kone,labels-%3E%3Ezone.neq.x))&order=id',
    answer: { status: 200, body: [{ id: 1 }, { id: 3 }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'timestamps are allowed in a list',
    path: '/tickets?select=id&and=(opened_at.gt.2024-01-10T12:00:00Z,opened_at.lt.2024-02-02T00:00:00Z)&order=id',
    answer: { status: 200, body: [{ id: 2 }, { id: 3 }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
  {
    title: 'a window of two pairs of times finds rows of either',
    path: '/voyages?select=id&or=(and(departed.gte.2024-01-01,departed.lte.2024-01-10),and(arrived.gte.2024-03-01,arrived.lte.2024-03-10))&order=id',
    answer: { status: 200, body: [{ id: 1 }, { id: 2 }] },
    source: 'PostgREST 12: Tables and Views, Logical operators',
  },
]
