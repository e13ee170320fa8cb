import { describe, expect, test } from 'vitest'
import { preparePipeline } from './testing.ts'

const { app, browser, target, says, sent, at, save, idOf, run } = await preparePipeline()

describe('variables of a canary', () => {
  const spec = (region: string, more: Record<string, unknown> = {}, isSecret = false) => ({
    env: [
      { name: 'REGION', value: region, ...(isSecret ? { secret: true } : {}) },
      { name: 'PLACE', value: 'the shop', ...(isSecret ? { secret: true } : {}) },
    ],
    http: [
      {
        name: 'sends',
        url: at('/echo'),
        method: 'POST',
        body: 'hello {{ .PLACE }} in {{ .REGION }}',
        templateBody: true,
        display: { expr: 'string(size(env.REGION)) + " " + string(size(env.PLACE))' },
        ...more,
      },
    ],
    exec: [{ name: 'shell', script: 'test "$REGION" = "north" && echo ${#PLACE}' }],
    tcp: [
      { name: 'port', endpoint: `127.0.0.1:${target.port}`, test: { javascript: 'env.REGION === "north"' } },
    ],
  })

  test('are seen by templates, shell scripts and the scripts of its checks', async () => {
    says.set('/echo', {})
    const canary = await save(spec('north'))
    expect(await run(canary, 'sends')).toMatchObject({ state: 'healthy', message: '5 8' })
    expect(sent).toContain('hello the shop in north')
    expect(await run(canary, 'shell')).toMatchObject({ state: 'healthy', message: '8' })
    expect(await run(canary, 'port')).toMatchObject({ state: 'healthy' })
    const tried = await browser.send('POST', '/api/health/canaries/try', {
      body: { id: canary, spec: { ...spec('north'), http: [], exec: [] } },
    })
    expect(tried.body.results).toMatchObject([{ name: 'port', state: 'healthy' }])

    // A change of a variable is a change of every check.
    await save(spec('south'), canary)
    expect(await run(canary, 'port')).toMatchObject({ error: 'the test is false: env.REGION === "north"' })
    expect(await run(canary, 'shell')).toMatchObject({ state: 'unhealthy' })
  })

  test('are shown, stored as they are, unless they are secrets', async () => {
    says.set('/echo', {})
    const canary = await save(spec('north-region', { display: { expr: 'env.REGION + " of " + env.PLACE' } }))
    const read = await browser.send('GET', `/api/health/canaries/${canary}`)
    expect(read.body.spec.env).toEqual(spec('north-region').env)
    expect(await run(canary, 'sends')).toMatchObject({ message: 'north-region of the shop' })
    const id = await idOf(canary, 'sends')
    const evaluated = await browser.send('POST', `/api/health/checks/${id}/evaluate`, {
      body: { kind: 'expr', script: 'env.REGION' },
    })
    expect(evaluated.body).toMatchObject({ output: 'north-region' })
    // A mask keeps the value that is stored under the name. Where nothing is, it would become the value.
    const saveMask = (name: string) =>
      browser.send('PUT', `/api/health/canaries/${canary}`, {
        body: { name: read.body.name, spec: { ...read.body.spec, env: [{ name, value: '***' }] } },
      })
    expect(await saveMask('OTHER')).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'spec.env[0].value' }] },
    })
    expect((await saveMask('REGION')).body.spec.env).toEqual([{ name: 'REGION', value: 'north-region' }])
  })

  test('that are secret are stored encrypted, masked when read, kept by a mask, and in no output', async () => {
    says.set('/echo', {})
    const canary = await save(spec('north-secret', { display: { expr: 'env.REGION' } }, true))
    const { rows } = await app.database.pool.query<{ stored: string }>(
      `select concat(canaries.spec, checks.spec) as stored
       from core.canaries join core.checks on canary_id = canaries.id where canaries.id = $1`,
      [canary],
    )
    expect(rows).toHaveLength(3)
    for (const { stored } of rows) expect(stored).not.toMatch(/north-secret|the shop/)
    const read = await browser.send('GET', `/api/health/canaries/${canary}`)
    expect(read.body.spec.env).toEqual([
      { name: 'REGION', value: '***', secret: true },
      { name: 'PLACE', value: '***', secret: true },
    ])
    const data = await browser.send('GET', `/api/db/canaries?id=eq.${canary}&select=spec`)
    expect(data.body[0].spec.env).toEqual(read.body.spec.env)
    expect(await run(canary, 'sends')).toMatchObject({ message: '***' })
    const id = await idOf(canary, 'sends')
    const evaluated = await browser.send('POST', `/api/health/checks/${id}/evaluate`, {
      body: { kind: 'expr', script: 'size(env.REGION)' },
    })
    // Only the scripts that the check has see more than the mask.
    expect(evaluated.body).toMatchObject({ output: '3', environment: { env: { REGION: '***' } } })

    const changed = {
      ...read.body.spec,
      http: [{ ...read.body.spec.http[0], body: 'again {{ .REGION }}' }],
    }
    const kept = await browser.send('PUT', `/api/health/canaries/${canary}`, {
      body: { name: read.body.name, spec: changed },
    })
    expect(kept).toMatchObject({
      status: 400,
      body: {
        problems: [
          { path: 'spec.env[0].value', message: 'enter it again, as http[0].body changed' },
          { path: 'spec.env[1].value' },
        ],
      },
    })
    const opened = await browser.send('PUT', `/api/health/canaries/${canary}`, {
      body: {
        name: read.body.name,
        spec: { ...read.body.spec, env: ['REGION', 'PLACE'].map((name) => ({ name, value: '***' })) },
      },
    })
    expect(opened).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'spec.env[0].value' }, { path: 'spec.env[1].value' }] },
    })
    await save({ ...changed, env: spec('north-secret', {}, true).env }, canary)
    await run(canary, 'sends')
    expect(sent).toContain('again north-secret')
  })
})
