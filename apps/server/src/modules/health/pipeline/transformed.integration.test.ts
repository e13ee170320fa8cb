import { describe, expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { preparePipeline } from './testing.ts'

const { browser, says, requests, slow, at, save, checksOf, idOf, run, historyOf } = await preparePipeline()

describe('transformed checks', () => {
  const spec = (more: object = {}) => ({
    http: [
      {
        name: 'alerts',
        url: at('/alerts'),
        labels: { source: 'monitor' },
        transform: {
          expr: 'json.map(a, {"name": a.name, "type": "alert", "pass": false, "message": a.text, "labels": {"app": a.app}})',
        },
        ...more,
      },
    ],
  })
  const alert = (name: string, text = 'broken') => ({ name, text, app: 'shop' })

  test('are rows with results, retired when they are gone, and come back with their history', async () => {
    const canary = await save(spec())
    says.set('/alerts', [alert('disk'), alert('memory', 'full')])
    expect(await run(canary, 'alerts')).toMatchObject({ state: 'healthy', message: '2 checks' })
    expect(await checksOf(canary)).toMatchObject([
      { name: 'alerts', type: 'http', state: 'healthy', transformed: false },
      {
        name: 'disk',
        type: 'alert',
        state: 'unhealthy',
        error: 'broken',
        labels: { team: 'web', source: 'monitor', app: 'shop' },
        transformed: true,
        gone: false,
      },
      { name: 'memory', error: 'full', gone: false },
    ])
    const memory = await idOf(canary, 'memory')
    says.set('/alerts', [alert('disk')])
    await run(canary, 'alerts')
    expect(await checksOf(canary)).toMatchObject([
      { name: 'alerts' },
      { name: 'disk', gone: false },
      { name: 'memory', gone: true },
    ])
    expect(await historyOf(memory)).toHaveLength(1)
    says.set('/alerts', [alert('memory')])
    await run(canary, 'alerts')
    expect(await idOf(canary, 'memory')).toBe(memory)
    expect(await historyOf(memory)).toHaveLength(2)
    // A run that failed proves nothing about them; one that went well and gave none does.
    says.delete('/alerts')
    expect((await run(canary, 'alerts')).state).not.toBe('healthy')
    expect(await checksOf(canary)).toMatchObject([
      {},
      { name: 'disk', gone: true },
      { name: 'memory', gone: false },
    ])
    says.set('/alerts', [])
    await run(canary, 'alerts')
    expect((await checksOf(canary)).filter(({ gone }) => !gone)).toMatchObject([{ name: 'alerts' }])
  })

  test('get a last result where their strategy asks for one, before they are retired', async () => {
    for (const [strategy, last] of [
      ['MarkHealthy', { state: 'healthy', message: '"alerts" no longer gives this check', error: null }],
      ['MarkUnhealthy', { state: 'unhealthy', message: null, error: '"alerts" no longer gives this check' }],
      ['Ignore', { state: 'unhealthy', message: 'broken', error: 'broken' }],
    ] as const) {
      const canary = await save(spec({ transformDeleteStrategy: strategy }))
      says.set('/alerts', [alert('disk')])
      await run(canary, 'alerts')
      const disk = await idOf(canary, 'disk')
      says.set('/alerts', [])
      await run(canary, 'alerts')
      expect((await historyOf(disk)).at(-1)).toEqual(last)
      expect(await checksOf(canary)).toMatchObject([
        { name: 'alerts' },
        { name: 'disk', state: last.state, gone: true },
      ])
    }
  })

  test('take no name that another check has, and say so', async () => {
    says.set('/twin', [{ name: 'twin' }, { name: 'own' }])
    const canary = await save({
      http: [
        { name: 'parent', url: at('/twin'), transform: { jsonPath: '$.json' } },
        { name: 'twin', url: at('/twin') },
      ],
    })
    expect((await run(canary, 'parent')).message).toBe(
      '2 checks; not stored, as other checks of the canary have their names: twin',
    )
    expect(await checksOf(canary)).toMatchObject([
      { name: 'parent' },
      { name: 'twin', transformed: false, state: 'unknown' },
      { name: 'own', transformed: true },
    ])
  })

  test('go with their parent and its transform, and stay when the canary is saved otherwise', async () => {
    says.set('/alerts', [alert('disk')])
    const canary = await save(spec())
    await run(canary, 'alerts')
    await save({ ...spec(), owner: 'someone' }, canary)
    expect(await checksOf(canary)).toMatchObject([{ gone: false }, { name: 'disk', gone: false }])
    await save({ http: [{ name: 'alerts', url: at('/alerts') }] }, canary)
    expect(await checksOf(canary)).toMatchObject([{ gone: false }, { name: 'disk', gone: true }])
    await save(spec(), canary)
    await run(canary, 'alerts')
    await save({ http: [{ name: 'other', url: at('/alerts') }] }, canary)
    expect(await checksOf(canary)).toMatchObject([
      { gone: true },
      { gone: false },
      { name: 'disk', gone: true },
    ])
  })

  test('of a canary that is deleted while it runs are not stored', async () => {
    says.set('/alerts', [alert('disk')])
    const canary = await save({
      http: [{ name: 'slow', url: at('/alerts?slow'), transform: { expr: '[{"name": "late"}]' } }],
    })
    const id = await idOf(canary, 'slow')
    const running = browser.send('POST', `/api/canary/run/check/${id}`)
    await until(async () => requests.includes('/alerts?slow'))
    await browser.send('DELETE', `/api/health/canaries/${canary}`)
    slow.resolve()
    expect((await running).status).toBe(200)
    expect(await checksOf(canary)).toMatchObject([{ name: 'slow', gone: true, state: 'unknown' }])
    expect(await historyOf(id)).toEqual([])
  })

  test('are run by running their parent', async () => {
    says.set('/alerts', [alert('disk')])
    const canary = await save(spec())
    await run(canary, 'alerts')
    says.set('/alerts', [alert('disk', 'burning')])
    expect(await run(canary, 'disk')).toMatchObject({ name: 'disk', state: 'unhealthy', error: 'burning' })
    expect((await checksOf(canary))[1]).toMatchObject({ name: 'disk', error: 'burning' })
  })
})
