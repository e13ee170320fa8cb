import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createShell } from '../testing/shell.ts'

const shell = createShell()
const { folder, start: binnacle } = shell
afterAll(shell.end)

describe('scrape run', () => {
  const scrapers = async (text: (data: string) => string, ...args: string[]) => {
    const data = await folder()
    await writeFile(
      join(data, 'orders.json'),
      '{"orders": [{"id": "a", "password": "hunter2-hunter2"}, {"id": "b\\u001b[2J"}]}',
    )
    const path = join(await folder(), 'shop.yaml')
    await writeFile(path, text(data))
    const run = binnacle(['scrape', 'run', path, ...args], { LOCAL_FOLDERS: data })
    return { code: await run.ended, ...run.output, path }
  }
  const orders = (data: string) =>
    `file:\n  - { url: "${data}", items: "$.orders[*]", id: $.id, name: $.id, type: Shop::Order }\n`

  test('prints what a run would store, and no secret or control character', async () => {
    const text = await scrapers(orders)
    expect(text.stdout).toContain('default/shop\n  Shop::Order  a')
    expect(text.stdout).toContain(String.raw`Shop::Order  b\x1b[2J`)
    expect(text.stdout).toContain('2 items, 0 changes, 0 insights, 0 faults\n')
    expect(text.code).toBe(0)
    const json = await scrapers(orders, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({
      scrapers: [
        {
          name: 'shop',
          namespace: 'default',
          items: [
            { name: 'a', config: { id: 'a', password: expect.stringMatching(/^masked:/) } },
            { name: 'b\u001B[2J' },
          ],
          faults: [],
        },
      ],
    })
    expect([json.code, json.stdout.includes('hunter2')]).toEqual([0, false])
  })

  test('ends with 1 where a source fails, and shows the others', async () => {
    const run = await scrapers(
      (data) =>
        `kind: ScrapeConfig\nmetadata: { name: mine, namespace: shop }\nspec:\n  file:\n    - { url: /nowhere, id: $.id, type: X }\n    - { url: "${data}", items: "$.orders[*]", id: $.id, type: Shop::Order }\n`,
    )
    expect(run.stdout).toContain('shop/mine\n')
    expect(run.stdout).toContain('LOCAL_FOLDERS')
    expect(run.stdout).toContain('2 items, 0 changes, 0 insights, 1 fault\n')
    expect(run.code).toBe(1)
  })

  test('ends with 2 where the file is not valid, with the line, or holds no scraper', async () => {
    const wrong = await scrapers(() => 'file:\n  - { urll: /x, id: $.id, type: X }\n')
    expect([wrong.code, wrong.stdout]).toEqual([2, ''])
    expect(wrong.stderr).toContain(`${wrong.path}:2:7: file[0].urll: `)
    const empty = await scrapers(() => '# nothing yet\n')
    expect([empty.code, empty.stderr]).toEqual([2, `${empty.path} holds no scraper\n`])
    const misplaced = binnacle(['check', 'run', wrong.path, '--json'])
    expect([await misplaced.ended, misplaced.output.stderr.trim()]).toEqual([
      2,
      '--json goes with scrape run and topology run only.',
    ])
  })
})
