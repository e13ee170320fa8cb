import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createShell } from '../testing/shell.ts'

const shell = createShell()
const { folder, start: binnacle } = shell
afterAll(shell.end)

describe('topology run', () => {
  const topologies = async (text: string, ...args: string[]) => {
    const path = join(await folder(), 'shop.yaml')
    await writeFile(path, text)
    const run = binnacle(['topology', 'run', path, ...args])
    return { code: await run.ended, ...run.output, path }
  }
  const cart = String.raw`[{"name": "cart\u001b[2J", "properties": [{"name": "cpu", "value": 2, "max": 4}]}]`
  const shop = `
components:
  - name: storage
    type: Database
    components: [{ name: orders, health: unhealthy }]
  - type: Service
    lookup:
      exec:
        - name: services
          script: |
            cat <<'END'
            ${cart}
            END
    forEach:
      checks:
        - inline:
            http: [{ name: up, url: "http://127.0.0.1:1", username: me, password: hunter2-hunter2 }]
`

  test('prints the tree that a run would store, and no secret or control character', async () => {
    const text = await topologies(shop)
    expect(text.stdout).toBe(
      [
        '',
        'default/shop',
        '  shop  unhealthy',
        '    storage  Database  unhealthy',
        '      orders  unhealthy',
        String.raw`    cart\x1b[2J  Service  unknown  cpu: 2 of 4`,
        '  4 components, 0 faults',
        '',
      ].join('\n'),
    )
    expect([text.code, text.stderr]).toEqual([0, ''])
    const json = await topologies(shop, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({
      topologies: [
        {
          name: 'shop',
          namespace: 'default',
          count: 4,
          complete: true,
          faults: [],
          components: [
            {
              name: 'shop',
              health: 'unhealthy',
              components: [
                { externalId: 'shop/Database/storage', components: [{ name: 'orders' }] },
                { name: 'cart\u001B[2J', checks: [{ inline: { http: [{ name: 'up' }] } }] },
              ],
            },
          ],
        },
      ],
    })
    expect([json.code, json.stdout.includes('hunter2'), json.stdout.includes('\u001B')]).toEqual([
      0,
      false,
      false,
    ])
  })

  test('ends with 1 where a lookup fails or needs the database, and shows the rest', async () => {
    const run = await topologies(`kind: Topology
metadata: { name: mine, namespace: shop }
spec:
  components:
    - { name: stays }
    - lookup: { exec: [{ name: ill, script: "exit 3" }] }
    - lookup: { catalog: [{ selector: [{ types: [X] }] }] }
`)
    expect(run.stdout).toContain('shop/mine\n  mine  unknown\n    stays  unknown\n')
    expect(run.stdout).toContain('✘ components[1].lookup.exec[0]: ')
    expect(run.stdout).toContain(
      '✘ components[2].lookup.catalog: items of the catalog can be looked up by a running server only\n',
    )
    expect(run.stdout).toContain('2 components, 2 faults\n')
    expect(run.code).toBe(1)
  })

  test('ends with 2 where the file is not valid, with the line, or holds no topology', async () => {
    const wrong = await topologies('components:\n  - { nam: x, name: y }\n')
    expect([wrong.code, wrong.stdout]).toEqual([2, ''])
    expect(wrong.stderr).toContain(`${wrong.path}:2:7: components[0].nam: `)
    const empty = await topologies('# nothing yet\n')
    expect([empty.code, empty.stderr]).toEqual([2, `${empty.path} holds no topology\n`])
  })
})
