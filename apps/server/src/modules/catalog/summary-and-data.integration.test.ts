import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { describe, expect, test } from 'vitest'
import { useCatalogSamples } from './testing.ts'

const catalog = useCatalogSamples()
const { idOf } = catalog

describe('the summary', () => {
  const summary = async (body: object) => {
    const answer = await catalog.admin.send('POST', '/api/catalog/summary', { body })
    expect(answer.status).toBe(200)
    return answer.body
  }

  test('counts items by type with health, insights and cost [CAT-041] [CAT-049]', async () => {
    const rows = await summary({
      groupBy: ['type'],
      deleted: false,
      changes: { since: '30d' },
      analysis: { since: '30d' },
      cost: '30d',
    })
    expect(rows.map(({ type }: { type: string }) => type)).toEqual([
      'AWS::EC2::Instance',
      'Kubernetes::Cluster',
      'Kubernetes::Deployment',
      'Kubernetes::Namespace',
      'Kubernetes::Pod',
    ])
    expect(rows.at(-1)).toMatchObject({
      type: 'Kubernetes::Pod',
      count: 2,
      health: { healthy: 1, unhealthy: 1 },
      analysis: { security: 2 },
      changes: 0,
      cost_total_30d: null,
    })
    expect(rows[2]).toMatchObject({ cost_total_30d: 5, cost_30d: 5 })
  })

  test('groups by tags and columns together, and gives every row a type', async () => {
    const rows = await summary({ groupBy: ['cluster__tag', 'config_class'] })
    expect(rows).toMatchObject([
      { cluster: 'prod', config_class: 'Kubernetes', count: 4 },
      { config_class: 'AWS', type: 'AWS::EC2::Instance', count: 1 },
      { config_class: 'Kubernetes', count: 1 },
    ])
    expect(rows[1]).not.toHaveProperty('cluster')
  })

  test('counts what filters choose, and deleted items where it is asked to', async () => {
    expect(await summary({ health: '!healthy', filter: { team: 'payments' } })).toMatchObject([
      { type: 'Kubernetes::Pod', count: 1, health: { unhealthy: 1 } },
    ])
    expect(await summary({ filter: { team: '!pay*' }, status: 'Run*' })).toMatchObject([
      { type: 'Kubernetes::Pod', count: 1 },
    ])
    expect((await summary({ deleted: true })).at(-1)).toMatchObject({ count: 3 })
  })

  test('takes names of tags and labels as values, whatever they contain', async () => {
    const name = `x') as key_0, (select 1) -- "`
    expect(await summary({ groupBy: [name], filter: { [name]: `!'` } })).toMatchObject([{ count: 6 }])
  })

  test('names the field of a request that it cannot read', async () => {
    const answer = await catalog.admin.send('POST', '/api/catalog/summary', {
      body: { changes: { since: 'long' } },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'EINVALID' } })
    expect(answer.body.error).toContain('changes.since')
  })
})

describe('the data service', () => {
  const get = async (path: string, headers?: Record<string, string>) => {
    const answer = await catalog.admin.send(
      'GET',
      `/api/db/${path}`,
      headers === undefined ? {} : { headers },
    )
    expect({ path, status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
    return answer.body
  }
  const columns =
    'id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis'

  test('lists items with their counts and agent [CAT-036] [CAT-037] [CAT-038] [CAT-042]', async () => {
    const [row] = await get(`configs?select=${columns}&select=agent:agents(id,name)&name=eq.cart-1`)
    expect(Object.keys(row)).toEqual([...columns.split(','), 'agent'])
    expect(row).toMatchObject({
      name: 'cart-1',
      analysis: { security: 2 },
      changes: 0,
      agent: { id: LOCAL_AGENT_ID },
    })
    const [named] = await get('configs?select=id,last_scraped_time,config_scrapers(id,name)&name=eq.cart-1')
    expect(named).toMatchObject({ last_scraped_time: null, config_scrapers: null })
  })

  test('filters by type, status and health [CAT-043]', async () => {
    const names = async (filter: string) =>
      (await get(`configs?select=name&${filter}&order=name`)).map(({ name }: { name: string }) => name)
    expect(await names('type=eq.Kubernetes::Pod')).toEqual(['cart-1', 'cart-2', 'old'])
    expect(await names('status.filter=!Running&health.filter=unhealthy')).toEqual(['cart-1'])
  })

  test('searches with an or over name, type, description and namespace [CAT-044]', async () => {
    const found = await get(
      'configs?select=name&or=(name.ilike.*shop*,type.ilike.*shop*,description.ilike.*shop*,namespace.ilike.*shop*)&order=name',
    )
    expect(found).toEqual([{ name: 'cart' }, { name: 'cart-1' }, { name: 'cart-2' }, { name: 'shop' }])
  })

  test('compares labels with eq, neq and null [CAT-045]', async () => {
    expect(await get('configs?select=name&or=(and(labels->>team.eq.search))')).toEqual([{ name: 'cart-2' }])
    expect(
      await get('configs?select=name&or=(and(labels->>team.neq.search))&labels->>none=is.null&order=name'),
    ).toEqual([{ name: 'cart' }, { name: 'cart-1' }])
  })

  test('orders by type and name [CAT-046]', async () => {
    const rows = await get('configs?select=name&order=type,name.asc&limit=3')
    expect(rows).toEqual([{ name: 'db-1' }, { name: 'prod' }, { name: 'cart' }])
  })

  test('hides deleted items where it is asked to [CAT-047] [CAT-027]', async () => {
    expect(await get('configs?select=name&type=eq.Kubernetes::Pod&deleted_at=is.null&name=eq.old')).toEqual(
      [],
    )
    expect(await get('configs?select=name&type=eq.Kubernetes::Pod&name=eq.old')).toEqual([{ name: 'old' }])
  })

  test('pages with a total [CAT-048]', async () => {
    const answer = await catalog.admin.send(
      'GET',
      '/api/db/configs?select=name&order=name&limit=2&offset=2',
      {
        headers: { prefer: 'count=exact' },
      },
    )
    expect(answer.body).toEqual([{ name: 'cart-2' }, { name: 'db-1' }])
    expect(answer.headers.get('content-range')).toBe('2-3/7')
  })

  test('gives one item with its document and counts [CAT-039] [CAT-050]', async () => {
    const [row] = await get(`config_detail?id=eq.${idOf('cart-1')}&select=*,config_scrapers(id,name)`)
    expect(row).toMatchObject({
      config: { kind: 'Kubernetes::Pod', note: 'made for cart-1' },
      summary: { changes: 0, analysis: 0, relationships: 2, playbook_runs: 0, checks: 0 },
      config_scrapers: null,
      properties: [],
    })
  })

  test('offers values for filters, and the checks of an item [CAT-051] [CAT-052]', async () => {
    for (const name of ['config_tags', 'config_labels', 'config_types', 'config_statuses', 'config_classes'])
      expect(Array.isArray(await get(name))).toBe(true)
    expect(await get(`config_names?id=eq.${idOf('prod')}&select=id,name,type`)).toEqual([
      { id: idOf('prod'), name: 'prod', type: 'Kubernetes::Cluster' },
    ])
    expect(await get(`check_summary_for_config?config_id=eq.${idOf('cart')}`)).toEqual([])
  })

  test('walks the graph around an item, with what contains it [CAT-040] [REL-010]', async () => {
    const related = async (more: string) =>
      (await get(`rpc/related_configs_recursive?config_id=${idOf('cart')}&max_depth=10${more}`)).map(
        ({ name }: { name: string }) => name,
      )
    expect(await related('&type_filter=outgoing')).toEqual(['cart', 'shop', 'cart-1', 'cart-2', 'prod'])
    expect(await related('&type_filter=outgoing&include_deleted_configs=true')).toContain('old')
    expect(await related('&type_filter=outgoing&type.filter=Kubernetes::Pod')).toEqual(['cart-1', 'cart-2'])
    const around = await get(
      `rpc/related_configs_recursive?config_id=${idOf('cart-1')}&type_filter=incoming&incoming_relation=both`,
    )
    expect(around.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'cart',
      'cart-1',
      'db-1',
      'prod',
      'shop',
    ])
    const hard = await get(
      `rpc/related_configs_recursive?config_id=${idOf('cart-1')}&type_filter=incoming&incoming_relation=hard`,
    )
    expect(hard.map(({ name }: { name: string }) => name)).not.toContain('db-1')
    const cart = around.find(({ name }: { name: string }) => name === 'cart')
    expect(cart).toMatchObject({ related_ids: [idOf('cart-1')], tags: { cluster: 'prod' } })
  })

  test('gives one change with its item [CHG-026]', async () => {
    const { body } = await catalog.admin.send('POST', '/api/catalog/changes', { body: { type: 'BackOff' } })
    const [{ id, config_id }] = body.changes
    expect(
      await get(
        `config_changes?config_id=eq.${config_id}&id=eq.${id}&select=id,config_id,change_type,created_at,external_created_by,source,diff,details,patches,created_by,config:configs(id,name,type,config_class)`,
      ),
    ).toMatchObject([
      { id, change_type: 'BackOff', external_created_by: 'kubelet', config: { name: 'cart-1' } },
    ])
    expect(await get('change_types?change_type=not.eq.')).toEqual([])
  })
})
