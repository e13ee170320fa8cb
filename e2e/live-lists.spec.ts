import type { Request } from '@playwright/test'
import { z } from 'zod'
import { read } from './support/database.ts'
import { pagePaths } from './support/page-paths.ts'
import { expect, test } from './support/test.ts'

test.use({ startsAtChecks: false })

/** The topics that the tables of each view announce, also those of the views within. */
const announced = `
  with recursive uses (view, used) as (
    select rule.ev_class, depend.refobjid
    from pg_rewrite as rule
    join pg_depend as depend on depend.classid = 'pg_rewrite'::regclass and depend.objid = rule.oid
      and depend.refclassid = 'pg_class'::regclass and depend.refobjid <> rule.ev_class
  ), all_uses (view, used) as (
    select uses.* from uses
    join pg_class as class on class.oid = uses.view and class.relnamespace = 'api'::regnamespace
    union
    select all_uses.view, uses.used from all_uses join uses on uses.view = all_uses.used
  )
  select distinct class.relname as view, split_part(encode(trigger.tgargs, 'escape'), '\\000', 1) as topic
  from all_uses
  join pg_class as class on class.oid = all_uses.view
  join pg_trigger as trigger on trigger.tgrelid = all_uses.used and trigger.tgfoid = 'core.announce'::regproc`

/** Topics whose changes a list need not show at once: it reads names from their rows, or what no column shows. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  '/notifications/rules': ['teams'],
  '/notifications/silences': ['canaries', 'checks', 'components', 'configs'],
  '/settings/change-feeds': ['connections'],
  '/settings/jobs': ['job_logs'],
}

test('lists follow the rows that they count', async ({ page, product }) => {
  const rows = await read(product, announced, z.object({ view: z.string(), topic: z.string() }))
  const checked: string[] = []
  for (const path of pagePaths.filter((name) => !name.includes('$'))) {
    const views = new Set<string>()
    const followed = new Set(exempt[path])
    const listen = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.startsWith('/api/db/') && searchParams.has('offset')) views.add(pathname.slice(8))
      if (pathname === '/api/live')
        for (const topic of (searchParams.get('topics') ?? '').split(',')) followed.add(topic)
    }
    page.on('request', listen)
    await page.goto(product.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const missing = () =>
      rows.filter(({ view, topic }) => views.has(view) && !followed.has(topic)).map(({ topic }) => topic)
    await expect.poll(missing, { message: path }).toEqual([])
    page.off('request', listen)
    checked.push(...views)
  }
  expect(checked).toEqual(
    expect.arrayContaining(['notifications_summary', 'notification_silences', 'topologies_with_status']),
  )
})
