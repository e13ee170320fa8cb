import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Answer, startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { removeOldArtifacts, storeArtifacts } from './store.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const SECRET = 'correct-horse-battery'

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
})

/** Creates a canary of one check, which runs once, and waits for that run. @returns the check, and the run */
async function ran(name: string, check: object): Promise<{ id: string; run: Answer['body'] }> {
  const { status, body } = await admin.send('POST', '/api/health/canaries', {
    body: { name, spec: { schedule: '@every 365d', exec: [{ name, ...check }] } },
  })
  expect({ status, problems: body.problems }).toEqual({ status: 201 })
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from core.checks where name = $1',
    [name],
  )
  const id = rows[0]?.id ?? ''
  let run: Answer['body']
  await until(async () => {
    run = (await admin.send('GET', `/api/health/checks/${id}/statuses`)).body.data[0]
    return run !== undefined
  })
  return { id, run }
}

/** What is downloaded, as it comes. */
async function download(id: string, browser = admin) {
  const response = await fetch(`${app.url}/api/artifacts/download/${id}`, {
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const html = '<script>alert(1)</script>'

describe('files of a script', () => {
  let id = ''
  let run: Answer['body']
  beforeAll(async () => {
    ;({ id, run } = await ran('keeps files', {
      script: `echo '${html}' >'<b>.html'; echo printed; mkdir shots; printf '\\211PNG' >shots/a.png; exit 1`,
      artifacts: [{ path: '*.html' }, { path: 'shots/' }, { path: '/dev/stdout' }, { path: 'none.txt' }],
    }))
  })

  test('are shown at the run that left them, healthy or not', async () => {
    expect(run.state).toBe('unhealthy')
    expect(run.artifacts).toMatchObject([
      { path: '/dev/stdout', filename: 'stdout', content_type: 'application/octet-stream', size: 8 },
      { path: '<b>.html', filename: '<b>.html', content_type: 'text/html', size: html.length + 1 },
      { path: 'shots/a.png', filename: 'a.png', content_type: 'image/png', size: 4 },
    ])
    const list = await admin.send('GET', `/api/artifacts/list/check/${id}/${encodeURIComponent(run.time)}`)
    expect(list.body).toEqual(run.artifacts)
  })

  test('are downloaded, never shown, and the download is written down', async () => {
    const [, page] = run.artifacts
    const { headers, text } = await download(page.id)
    expect(text).toBe(`${html}\n`)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(page.size),
      'content-disposition': `attachment; filename="<b>.html"; filename*=UTF-8''%3Cb%3E.html`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const { rows } = await app.database.pool.query(
      `select action, resource, resource_name as name from core.audit_log where resource_id = $1`,
      [page.id],
    )
    expect(rows).toEqual([{ action: 'download', resource: 'artifacts', name: '<b>.html' }])
  })

  test('are for those who may read checks', async () => {
    const [file] = run.artifacts
    expect((await download(file.id, app.browser())).status).toBe(401)
    const viewer = await app.person('viewer@example.com', ['viewer'])
    expect((await download(file.id, viewer.browser)).status).toBe(200)
    expect((await download('01900000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await download('..%2f..%2fetc%2fpasswd')).status).toBe(400)
  })

  test('are in the data service without their content', async () => {
    const { status, body } = await admin.send('GET', `/api/db/artifacts?check_id=eq.${id}&order=path`)
    expect(status).toBe(200)
    expect(body.map((row: Answer['body']) => row.path)).toEqual(['/dev/stdout', '<b>.html', 'shots/a.png'])
    expect(Object.keys(body[0]).toSorted()).toEqual([
      'check_id',
      'check_time',
      'checksum',
      'connection_id',
      'content_type',
      'created_at',
      'deleted_at',
      'expires_at',
      'filename',
      'id',
      'path',
      'playbook_run_action_id',
      'size',
      'updated_at',
    ])
    expect((await admin.send('GET', '/api/db/artifacts?select=content')).status).toBe(400)
    expect((await admin.send('DELETE', `/api/db/artifacts?check_id=eq.${id}`)).status).toBeGreaterThanOrEqual(
      400,
    )
  })

  test('go with their check', async () => {
    await app.database.pool.query('delete from core.checks where id = $1', [id])
    const { rows } = await app.database.pool.query('select from core.artifacts where check_id = $1', [id])
    expect(rows).toEqual([])
  })
})

test('no secret of the check is in a file, whatever kind of text it is; what is not text and holds one is left out', async () => {
  const { run } = await ran('has a secret', {
    env: [{ name: 'TOKEN', value: SECRET, secret: true }],
    script: `echo "token=$TOKEN" >plain.txt; echo "$TOKEN" | iconv -t UTF-16 >wide.txt; printf '\\0%s\\377' "$TOKEN" >data.bin
      printf '\\0\\377' >other.bin; cp plain.txt "$TOKEN.txt"; printf '\\0%s' "$TOKEN" | iconv -f latin1 -t UTF-16LE >wide.bin`,
    artifacts: [{ path: '*' }],
  })
  expect(run.artifacts.map(({ path }: Answer['body']) => path)).toEqual([
    '***.txt',
    'other.bin',
    'plain.txt',
    'wide.txt',
  ])
  const texts = new Map<string, string>()
  for (const { id, path } of run.artifacts) texts.set(path, (await download(id)).text)
  expect(texts.get('plain.txt')).toBe('token=***\n')
  expect(texts.get('wide.txt')?.replaceAll(/[^*\n]/g, '')).toBe('***\n')
  expect(run.details.leftOut).toEqual([
    'data.bin contains a secret and is not text',
    'wide.bin contains a secret and is not text',
  ])
  expect(JSON.stringify(run)).not.toContain(SECRET)
})

test('what a person reads of a file is a name: no control characters, no way out, nothing that turns text', async () => {
  const { run } = await ran('odd names', {
    script: `echo 1 >$'a\\nb\\e[31m\\xe2\\x80\\xaetxt.exe'; mkdir '...'; echo 2 >'.../x "quoted".txt'`,
    artifacts: [{ path: '*.exe' }, { path: '.../*' }],
  })
  expect(run.artifacts.map(({ path }: Answer['body']) => path)).toEqual([
    '.../x "quoted".txt',
    'a_b_[31m_txt.exe',
  ])
  const { headers } = await download(run.artifacts[0].id)
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="x _quoted_.txt"; filename*=UTF-8''x%20%22quoted%22.txt`,
  )
})

test('a run by hand says what files it left', async () => {
  const { id } = await ran('by hand', { script: 'echo x >x.txt', artifacts: [{ path: 'x.txt' }] })
  const { body } = await admin.send('POST', `/api/canary/run/check/${id}`)
  expect(body.artifacts).toMatchObject([{ path: 'x.txt', size: 2 }])
  expect((await download(body.artifacts[0].id)).text).toBe('x\n')
})

test.each([
  ['/etc/shadow', 'below /tmp'],
  ['../x', 'leave ".." out'],
])('%s is refused when the check is saved', async (path, words) => {
  const { status, body } = await admin.send('POST', '/api/health/canaries', {
    body: { name: 'refused', spec: { exec: [{ name: 'a', script: 'true', artifacts: [{ path }] }] } },
  })
  expect(status).toBe(400)
  expect(body.problems).toMatchObject([{ path: 'spec.exec[0].artifacts[0].path' }])
  expect(body.problems[0].message).toContain(words)
})

describe('what is kept', () => {
  const packed = (path: string, bytes: number) => ({
    path,
    size: bytes,
    checksum: '',
    compression: 'none' as const,
    content: new Uint8Array(bytes),
  })
  const limits = { days: 30, bytes: 1_000_000_000 }
  const paths = async (checkId: string) => {
    const { rows } = await app.database.pool.query<{ path: string }>(
      'select path from core.artifacts where check_id = $1 order by path',
      [checkId],
    )
    return rows.map((row) => row.path)
  }
  const day = (count: number) => new Date(Date.UTC(2026, 0, count))

  test('ends after its days, under the limit of today', async () => {
    const { pool } = app.database
    const { id: checkId } = await ran('old files', { script: 'true' })
    await storeArtifacts(pool, { checkId, time: day(1) }, [packed('a', 1)], limits)
    await storeArtifacts(pool, { checkId, time: day(20) }, [packed('b', 1)], limits)
    await storeArtifacts(pool, { checkId, time: day(30) }, [packed('c', 1)], { ...limits, days: 300 })
    await removeOldArtifacts(pool, limits, day(32))
    expect(await paths(checkId)).toEqual(['b', 'c'])
    await removeOldArtifacts(pool, { ...limits, days: 5 }, day(34))
    expect(await paths(checkId)).toEqual(['c'])
    await removeOldArtifacts(pool, limits, day(70))
    expect(await paths(checkId)).toEqual([])
  })

  test('is never more than a check may have: the oldest go first', async () => {
    const { pool } = app.database
    const { id: checkId } = await ran('many files', { script: 'true' })
    for (let count = 1; count <= 12; count += 1)
      await storeArtifacts(
        pool,
        { checkId, time: day(count) },
        [packed(`f${count + 100}`, 10_000_000)],
        limits,
      )
    expect(await paths(checkId)).toEqual(Array.from({ length: 10 }, (_, index) => `f${index + 103}`))
    await removeOldArtifacts(pool, { days: 3_650, bytes: 25_000_000 }, day(13))
    expect(await paths(checkId)).toEqual(['f111', 'f112'])
  })

  test('is nothing where the result is not: files of a check that is gone are refused', async () => {
    const { pool } = app.database
    const run = { checkId: '01900000-0000-7000-8000-000000000000', time: day(1) }
    await expect(storeArtifacts(pool, run, [packed('a', 1)], limits)).rejects.toThrow(/foreign key/)
  })
})
