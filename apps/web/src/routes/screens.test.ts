import { createElement, type FunctionComponent } from 'react'
import { describe, expect, test } from 'vitest'
import { PagesProvider } from '../application/pages/open-pages.ts'
import { type Page, permits } from '../application/pages/pages.ts'
import {
  type Answers,
  emptyCatalog,
  emptyNotifications,
  emptyOnCall,
  emptySilences,
  emptyUsers,
  fullCatalog,
  fullNotifications,
  fullOnCall,
  fullSilences,
  fullUsers,
  ITEM,
} from '../application/testing/answers.ts'
import { aProperty, type Rendering, renderStory, textOf } from '../application/testing/render.tsx'
import { Guarded } from '../features/shell/index.ts'
import { loadSlots, pages } from './registry.ts'

/** A page in the states that every list, page and form has. */
interface Screen {
  /** Address, and the path of its page where it is another. */
  at: readonly [address: string, path?: string]
  empty: Answers
  full: Answers
  /** What it says without anything to show. */
  whenEmpty: RegExp
  /** What it says of what it shows. */
  whenFull: RegExp
}

const screens: readonly Screen[] = [
  {
    at: ['/on-call'],
    empty: emptyOnCall,
    full: fullOnCall,
    whenEmpty: /No rotas A rota says who is on call when/,
    whenFull: /Shop by day.*Ada Byron/,
  },
  {
    at: ['/on-call?tab=policies', '/on-call'],
    empty: emptyOnCall,
    full: fullOnCall,
    whenEmpty: /No escalation policies/,
    whenFull: /Shop first.*Shop by day/,
  },
  {
    at: ['/settings/users'],
    empty: emptyUsers,
    full: fullUsers,
    whenEmpty: /No data available Invite the people you work with/,
    whenFull: /Ada Byron.*ada@example\.com/,
  },
  {
    at: ['/notifications/silences'],
    empty: emptySilences,
    full: fullSilences,
    whenEmpty: /Nothing is silenced Everyone is told about everything/,
    whenFull: /Night work/,
  },
  {
    at: ['/notifications'],
    empty: emptyNotifications,
    full: fullNotifications,
    whenEmpty: /Nothing was sent yet/,
    whenFull: /checkout.*Ada Byron/,
  },
  {
    at: ['/notifications/rules'],
    empty: emptyNotifications,
    full: fullNotifications,
    whenEmpty: /No rules yet A rule says who is told/,
    whenFull: /Tell the shop/,
  },
  {
    at: ['/catalog'],
    empty: emptyCatalog,
    full: fullCatalog,
    whenEmpty: /The catalog is empty A scraper reads what you run/,
    whenFull: /StatefulSet/,
  },
  {
    at: ['/catalog?configType=Kubernetes::StatefulSet', '/catalog'],
    empty: emptyCatalog,
    full: fullCatalog,
    whenEmpty: /Nothing matches|No results|nothing matches/,
    whenFull: /orders-db/,
  },
  {
    at: [`/catalog/${ITEM}`, '/catalog/$id/{-$tab}'],
    empty: emptyCatalog,
    full: fullCatalog,
    whenEmpty: /Details not found/,
    whenFull: /Breadcrumb Catalog Kubernetes::StatefulSet orders-db.*Changes.*4.*Relationships.*2.*Checks.*1/,
  },
  {
    at: [`/catalog/${ITEM}/edit`, '/catalog/$id/edit'],
    empty: emptyCatalog,
    full: fullCatalog,
    whenEmpty: /Details not found/,
    whenFull: /Edit orders-db For things that no scraper finds/,
  },
]

/** The page of a screen. */
function pageOf({ at: [address, path = address] }: Screen): Page {
  const page = pages.find((candidate) => candidate.path === path)
  if (page === undefined) throw new Error(`There is no page ${path}`)
  return page
}

/** Draws a screen with the answers of a server, which answers nothing else. */
async function show(
  screen: Screen,
  answers: Answers | 'nothing' | 'failure',
  rendering: Partial<Rendering> = {},
): Promise<string> {
  const [path, pattern = path] = screen.at
  const page = pageOf(screen)
  const { default: loaded } = await page.load()
  const Component: FunctionComponent = () =>
    createElement(PagesProvider, { value: pages }, createElement(Guarded, { page, Component: loaded }))
  const slots = await loadSlots()
  const html = await renderStory(
    Component,
    { path, pattern, slots, ...rendering },
    answers === 'nothing'
      ? undefined
      : ({ pathname }) => {
          if (answers === 'failure') return Response.json({ error: 'The database is away' }, { status: 503 })
          const found = answers[pathname]
          if (found === undefined) throw new Error(`No answer was recorded for ${pathname}`)
          return Response.json(found.body, { headers: { 'content-range': `*/${found.total ?? 0}` } })
        },
  )
  return textOf(html)
}

const FAULT = /Something went wrong|could not be loaded|The database is away/

describe.each(screens.map((screen) => [screen.at[0], screen] as const))('%s', (_, screen) => {
  test('says what it is for while there is nothing', async () => {
    const text = await show(screen, screen.empty)
    expect(text).toMatch(screen.whenEmpty)
    expect(text).not.toMatch(FAULT)
  })

  test('shows what there is', async () => {
    const text = await show(screen, screen.full)
    expect(text).toMatch(screen.whenFull)
    expect(text).not.toMatch(FAULT)
  })

  test('says neither while it loads', async () => {
    const text = await show(screen, 'nothing')
    expect(text).not.toMatch(screen.whenEmpty)
    expect(text).not.toMatch(FAULT)
  })

  test('says why it cannot be loaded, and offers to try again', async () => {
    const text = await show(screen, 'failure')
    expect(text).toMatch(/The database is away.*Try again/)
    expect(text).not.toMatch(screen.whenEmpty)
  })

  test('is for those with the right', async () => {
    const text = await show(screen, screen.full, { roles: ['viewer'] })
    const isOpen = permits(['viewer'], pageOf(screen).access)
    expect(text.includes('You are signed in as Ada')).toBe(!isOpen)
    expect(screen.whenFull.test(text)).toBe(isOpen)
  })

  test('says that it is switched off', async () => {
    const { feature = '' } = pageOf(screen)
    const text = await show(screen, screen.full, { properties: [aProperty(`${feature}.disable`, 'true')] })
    expect(text).toMatch(/is switched off/)
    expect(text).not.toMatch(screen.whenFull)
  })
})
