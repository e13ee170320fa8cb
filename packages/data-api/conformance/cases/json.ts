import type { Case } from '../case.ts'

/** Arrows into jsonb, composite and array columns. */
export const jsonCases: readonly Case[] = [
  {
    title: 'an arrow selects a value of a document under its key',
    path: '/ships?select=id,details-%3Eengine&order=id&limit=3',
    answer: {
      status: 200,
      body: [
        { id: 1, engine: { maker: 'MAN', power: 58000 } },
        { id: 2, engine: { maker: 'Sulzer', power: 41000 } },
        { id: 3, engine: { maker: 'MAN', power: 9500 } },
      ],
    },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a double arrow selects text under its key',
    path: '/ships?select=id,details-%3E%3Eimo&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, imo: 'IMO9301111' },
        { id: 2, imo: 'IMO9182222' },
        { id: 3, imo: 'IMO9453333' },
        { id: 4, imo: 'IMO9564444' },
        { id: 5, imo: null },
        { id: 6, imo: null },
      ],
    },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'arrows go deeper',
    path: '/ships?select=details-%3Eengine-%3E%3Emaker&order=id',
    answer: {
      status: 200,
      body: [
        { maker: 'MAN' },
        { maker: 'Sulzer' },
        { maker: 'MAN' },
        { maker: 'Wärtsilä' },
        { maker: 'MAN' },
        { maker: null },
      ],
    },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a number that an arrow selects stays a number',
    path: '/ships?select=details-%3Eengine-%3Epower&id=eq.1',
    answer: { status: 200, body: [{ power: 58000 }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a number that a double arrow selects becomes text',
    path: '/ships?select=details-%3Eengine-%3E%3Epower&id=eq.1',
    answer: { status: 200, body: [{ power: '58000' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'an index selects an element of an array',
    path: '/ships?select=details-%3Erefits-%3E0&id=eq.1',
    answer: { status: 200, body: [{ refits: 2010 }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a negative index counts from the end',
    path: '/ships?select=details-%3Erefits-%3E%3E-1&id=eq.1',
    answer: { status: 200, body: [{ refits: '2018' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a key after an index names the field',
    path: '/ships?select=details-%3Edecks-%3E0-%3E%3Ename&id=in.(1,3)&order=id',
    answer: { status: 200, body: [{ name: 'main' }, { name: 'main' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'an alias renames what an arrow selects',
    path: '/ships?select=maker:details-%3Eengine-%3E%3Emaker&id=eq.2',
    answer: { status: 200, body: [{ maker: 'Sulzer' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a cast follows a path',
    path: '/ships?select=power:details-%3Eengine-%3E%3Epower::integer&id=eq.3',
    answer: { status: 200, body: [{ power: 9500 }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a missing key is null',
    path: '/ships?select=id,details-%3Enothing&id=eq.1',
    answer: { status: 200, body: [{ id: 1, nothing: null }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a key with a blank is selected',
    path: '/ships?select=details-%3E%3Eclass%20A&id=eq.5',
    answer: { status: 200, body: [{ 'class A': 'yes' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a quoted key with a dot is selected',
    path: '/ships?select=details-%3E%22a.b%22&id=eq.5',
    answer: { status: 200, body: [{ 'a.b': 1 }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a double arrow is filtered as text',
    path: '/ships?select=name&details-%3E%3Eimo=eq.IMO9182222&order=id',
    answer: { status: 200, body: [{ name: 'Boreas' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a deeper double arrow is filtered as text',
    path: '/ships?select=name&details-%3Eengine-%3E%3Emaker=eq.MAN&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Calypso' }, { name: 'Estuary' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'an arrow is filtered as a jsonb number',
    path: '/ships?select=name&details-%3Eengine-%3Epower=gt.10000&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Boreas' }, { name: 'Doldrum' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'an index can be part of a filter',
    path: '/ships?select=name&details-%3Edecks-%3E0-%3E%3Ename=eq.main&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }, { name: 'Calypso' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a double arrow can be null',
    path: '/ships?select=name&details-%3E%3Eimo=is.null&order=id',
    answer: { status: 200, body: [{ name: 'Estuary' }, { name: 'Fathom' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a double arrow takes patterns',
    path: '/ships?select=name&details-%3E%3Eimo=like.IMO93*&order=id',
    answer: { status: 200, body: [{ name: 'Aurora' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a double arrow takes a list',
    path: '/ships?select=name&details-%3Eengine-%3E%3Emaker=in.(Sulzer,W%C3%A4rtsil%C3%A4)&order=id',
    answer: { status: 200, body: [{ name: 'Boreas' }, { name: 'Doldrum' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'a filter on an arrow can be negated',
    path: '/ships?select=name&details-%3Eengine-%3E%3Emaker=not.eq.MAN&order=id',
    answer: { status: 200, body: [{ name: 'Boreas' }, { name: 'Doldrum' }] },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'rows are ordered by a path',
    path: '/ships?select=name&details=not.is.null&order=details-%3Eengine-%3Epower.desc',
    answer: {
      status: 200,
      body: [
        { name: 'Aurora' },
        { name: 'Boreas' },
        { name: 'Doldrum' },
        { name: 'Calypso' },
        { name: 'Estuary' },
      ],
    },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'rows are ordered by a path as text',
    path: '/ships?select=name&details=not.is.null&order=details-%3Eengine-%3E%3Epower.asc',
    answer: {
      status: 200,
      body: [
        { name: 'Doldrum' },
        { name: 'Boreas' },
        { name: 'Aurora' },
        { name: 'Estuary' },
        { name: 'Calypso' },
      ],
    },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'rows are ordered by a path with nulls first',
    path: '/ships?select=name&order=details-%3E%3Eimo.desc.nullsfirst,id',
    answer: {
      status: 200,
      body: [
        { name: 'Estuary' },
        { name: 'Fathom' },
        { name: 'Doldrum' },
        { name: 'Calypso' },
        { name: 'Aurora' },
        { name: 'Boreas' },
      ],
    },
    source: 'PostgREST 12: Tables and Views, JSON Columns',
  },
  {
    title: 'an arrow selects an element of an array column',
    path: '/ports?select=name,services-%3E0&order=id',
    answer: {
      status: 200,
      body: [
        { name: 'Rotterdam', services: 'bunkering' },
        { name: 'Hamburg', services: 'repair' },
        { name: 'Antwerp', services: 'pilot' },
        { name: 'Singapore', services: 'bunkering' },
        { name: 'Santos', services: null },
        { name: 'Oslo', services: 'ferry terminal' },
      ],
    },
    source: 'PostgREST 12: Tables and Views, Composite / Array Columns',
  },
  {
    title: 'a double arrow with an alias selects an element of an array column',
    path: '/ports?select=first:services-%3E%3E0&id=eq.1',
    answer: { status: 200, body: [{ first: 'bunkering' }] },
    source: 'PostgREST 12: Tables and Views, Composite / Array Columns',
  },
  {
    title: 'an element of an array column can be filtered',
    path: '/ports?select=name&services-%3E%3E0=eq.pilot',
    answer: { status: 200, body: [{ name: 'Antwerp' }] },
    source: 'PostgREST 12: Tables and Views, Composite / Array Columns',
  },
  {
    title: 'an arrow selects a field of a composite column',
    path: '/samples?select=id,location-%3Elatitude&order=id',
    answer: {
      status: 200,
      body: [
        { id: 1, latitude: 51.95 },
        { id: 2, latitude: null },
        { id: 3, latitude: null },
      ],
    },
    source: 'PostgREST 12: Tables and Views, Composite / Array Columns',
  },
  {
    title: 'a double arrow selects a field of a composite column as text',
    path: '/samples?select=location-%3E%3Elongitude&id=eq.1',
    answer: { status: 200, body: [{ longitude: '4.14' }] },
    source: 'PostgREST 12: Tables and Views, Composite / Array Columns',
  },
  {
    title: 'a field of a composite column can be filtered',
    path: '/samples?select=id&location-%3Elatitude=gte.50',
    answer: { status: 200, body: [{ id: 1 }] },
    source: 'PostgREST 12: Tables and Views, Composite / Array Columns',
  },
  {
    title: 'rows are ordered by an element of an array column',
    path: '/samples?select=id&numbers=not.is.null&order=numbers-%3E0.desc',
    answer: { status: 200, body: [{ id: 2 }, { id: 1 }] },
    source: 'PostgREST 12: Tables and Views, Composite / Array Columns',
  },
]
