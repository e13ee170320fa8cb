import type { Case } from '../case.ts'

/** The Prefer header: handling, time zone and what was applied. */
export const preferCases: readonly Case[] = [
  {
    title: 'a time zone changes the form of timestamps',
    path: '/voyages?select=departed&id=eq.1',
    headers: { prefer: 'timezone=Asia/Singapore' },
    answer: {
      status: 200,
      headers: { 'preference-applied': 'timezone=Asia/Singapore' },
      body: [{ departed: '2024-01-05T14:00:00+08:00' }],
    },
    source: 'PostgREST 12: Prefer Header, Timezone',
  },
  {
    title: 'a time zone does not change timestamps without a zone',
    path: '/samples?select=local_moment&id=eq.1',
    headers: { prefer: 'timezone=Asia/Singapore' },
    answer: { status: 200, body: [{ local_moment: '2024-03-01T12:30:00' }] },
    source: 'PostgREST 12: Prefer Header, Timezone',
  },
  {
    title: 'a time zone is the zone of timestamps in filters',
    path: '/voyages?select=id&departed=eq.2024-01-05T14:00:00',
    headers: { prefer: 'timezone=Asia/Singapore' },
    answer: { status: 200, body: [{ id: 1 }] },
    source: 'PostgREST 12: Prefer Header, Timezone',
  },
  {
    title: 'an unknown time zone is ignored',
    path: '/voyages?select=departed&id=eq.1',
    headers: { prefer: 'timezone=Nowhere/Land' },
    answer: {
      status: 200,
      headers: { 'preference-applied': null },
      body: [{ departed: '2024-01-05T06:00:00+00:00' }],
    },
    source: 'PostgREST 12: Prefer Header, Timezone',
  },
  {
    title: 'an unknown preference is an error when handling is strict',
    path: '/tags',
    headers: { prefer: 'handling=strict, anything' },
    answer: {
      status: 400,
      body: {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: anything',
        hint: null,
      },
    },
    source: 'PostgREST 12: Prefer Header, Strict or Lenient Handling',
  },
  {
    title: 'several unknown preferences are all named',
    path: '/tags',
    headers: { prefer: 'something, handling=strict, else' },
    answer: {
      status: 400,
      body: {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: something, else',
        hint: null,
      },
    },
    source: 'PostgREST 12: Prefer Header, Strict or Lenient Handling',
  },
  {
    title: 'an unknown time zone is an error when handling is strict',
    path: '/tags',
    headers: { prefer: 'handling=strict, timezone=Nowhere/Land' },
    answer: {
      status: 400,
      body: {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: timezone=Nowhere/Land',
        hint: null,
      },
    },
    source: 'PostgREST 12: Prefer Header, Strict or Lenient Handling',
  },
  {
    title: 'an unknown preference stops a write when handling is strict',
    method: 'POST',
    path: '/tags',
    headers: { prefer: 'handling=strict, anything' },
    body: { id: 5, name: 'liquid' },
    writes: true,
    answer: {
      status: 400,
      body: {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: anything',
        hint: null,
      },
    },
    afterwards: { path: '/tags?id=eq.5', body: [] },
    source: 'PostgREST 12: Prefer Header, Strict or Lenient Handling',
  },
  {
    title: 'an unknown preference stops a function when handling is strict',
    path: '/rpc/greeting',
    headers: { prefer: 'handling=strict, anything' },
    answer: {
      status: 400,
      body: {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: anything',
        hint: null,
      },
    },
    source: 'PostgREST 12: Prefer Header, Strict or Lenient Handling',
  },
  {
    title: 'an unknown preference is ignored',
    path: '/tags?id=eq.1',
    headers: { prefer: 'anything' },
    answer: { status: 200, headers: { 'preference-applied': null }, body: [{ id: 1, name: 'fragile' }] },
    source: 'PostgREST 12: Prefer Header, Strict or Lenient Handling',
  },
  {
    title: 'lenient handling ignores unknown preferences',
    path: '/tags?id=eq.1',
    headers: { prefer: 'handling=lenient, anything' },
    answer: {
      status: 200,
      headers: { 'preference-applied': 'handling=lenient' },
      body: [{ id: 1, name: 'fragile' }],
    },
    source: 'PostgREST 12: Prefer Header, Strict or Lenient Handling',
  },
  {
    title: 'strict handling of known preferences is applied',
    path: '/tags?id=eq.1',
    headers: { prefer: 'handling=strict, count=exact' },
    answer: {
      status: 200,
      headers: { 'preference-applied': 'count=exact, handling=strict', 'content-range': '0-0/1' },
      body: [{ id: 1, name: 'fragile' }],
    },
    source: 'PostgREST 12: Prefer Header, Strict or Lenient Handling',
  },
  {
    title: 'the first of two contradicting preferences counts',
    path: '/tags?order=id&limit=1',
    headers: { prefer: 'count=exact, count=planned' },
    answer: {
      status: 206,
      headers: { 'preference-applied': 'count=exact', 'content-range': '0-0/4' },
      body: [{ id: 1, name: 'fragile' }],
    },
    source: 'PostgREST 12: Prefer Header',
  },
  {
    title: 'blanks around preferences are ignored',
    path: '/tags?order=id&limit=1',
    headers: { prefer: '  count=exact  ,   handling=lenient' },
    answer: {
      status: 206,
      headers: { 'preference-applied': 'count=exact, handling=lenient' },
      body: [{ id: 1, name: 'fragile' }],
    },
    source: 'PostgREST 12: Prefer Header',
  },
  {
    title: 'a read does not apply return',
    path: '/tags?id=eq.1',
    headers: { prefer: 'return=representation' },
    answer: { status: 200, headers: { 'preference-applied': null }, body: [{ id: 1, name: 'fragile' }] },
    source: 'PostgREST 12: Prefer Header',
  },
  {
    title: 'applied preferences come in a fixed order',
    method: 'POST',
    path: '/tags',
    headers: {
      prefer: 'handling=lenient, count=exact, return=minimal, missing=null, resolution=ignore-duplicates',
    },
    body: { id: 5, name: 'liquid' },
    writes: true,
    answer: {
      status: 201,
      headers: {
        'preference-applied':
          'resolution=ignore-duplicates, missing=null, return=minimal, count=exact, handling=lenient',
        'content-range': '*/1',
      },
    },
    source: 'PostgREST 12: Prefer Header',
  },
]
