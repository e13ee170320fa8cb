import { readFile } from 'node:fs/promises'
import { expect, expectLooks, rowOf, test } from './support/test.ts'

const script = [
  'mkdir -p results',
  'printf "<h1>nightly</h1>" > results/report.html',
  'printf "1,2\\n" > results/a-name-that-is-much-longer-than-the-drawer-of-a-check-is-wide-on-a-small-screen.csv',
  'head -c 11000000 /dev/zero > huge.bin',
  'echo done',
]

test('files of a script are listed at its run, with what was not kept, and are downloaded', async ({
  page,
  product,
  writeCanaries,
}) => {
  await writeCanaries(
    'artifacts.yaml',
    [
      'metadata: { name: artifacts, namespace: tests }',
      'spec:',
      '  schedule: "@every 365d"',
      '  exec:',
      '    - name: nightly report',
      `      script: ${JSON.stringify(script.join('\n'))}`,
      '      artifacts:',
      '        - path: results/',
      '        - path: huge.bin',
      '        - path: /dev/stdout',
      '',
    ].join('\n'),
  )
  await page.goto(`${product.url}/health?hidePassing=false`)
  const row = rowOf(page, 'nightly report')
  await expect(row).toContainText('Healthy')
  await row.getByRole('link').first().click()
  const history = page.getByRole('dialog').getByRole('table', { name: 'History' })
  await history.getByRole('link').first().click()
  await expect(history.getByRole('listitem').filter({ hasText: 'huge.bin' })).toContainText('Not kept')
  await expect(history.getByRole('link', { name: 'Download /dev/stdout' })).toBeVisible()
  const download = page.waitForEvent('download')
  await history.getByRole('link', { name: 'Download results/report.html' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('report.html')
  expect(await readFile(await file.path(), 'utf8')).toBe('<h1>nightly</h1>')
  await expectLooks(page, page.url(), () =>
    history.getByRole('link', { name: 'Download /dev/stdout' }).scrollIntoViewIfNeeded(),
  )
})
