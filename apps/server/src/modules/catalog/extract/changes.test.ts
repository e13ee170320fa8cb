import type { Json } from '@binnacle/plugin-kit/core'
import type { ScrapeOutput } from '@binnacle/plugin-kit/scrapers'
import { describe, expect, test } from 'vitest'
import { diffDocuments } from '../store/documents/diff.ts'
import { severityOfType } from './severity.ts'
import { document, useExtraction } from './testing.ts'

const { extract } = useExtraction()

describe('changes', () => {
  const change = (type: string, more: object = {}): ScrapeOutput => ({
    kind: 'change',
    item: { externalId: 'x', type: 'Shop::Order' },
    externalId: `c-${type}`,
    type,
    summary: 'it happened',
    ...more,
  })
  const changesOf = async (changes: object, ...also: ScrapeOutput[]) =>
    (await extract({ transform: { changes } }, document, { also })).ready.slice(1)

  test('are mapped, ignored and excluded by rules, which are counted', async () => {
    const rules = {
      exclude: ['change_type == "Noise"'],
      mapping: [
        { filter: 'change.change_type == "Beat"', action: 'ignore' },
        {
          filter: 'change.summary.contains("happened") && change.change_type == "Sync"',
          severity: 'high',
          type: 'Synced',
          summary: '{{.change.summary}} at last',
        },
        { filter: 'patch.replicas == 0', action: 'delete' },
      ],
    }
    expect(
      await changesOf(
        rules,
        change('Noise'),
        change('Beat'),
        change('Sync'),
        change('Scale', { patches: { replicas: 0 } }),
      ),
    ).toMatchObject([
      { kind: 'dropped', reason: 'excluded', because: 'transform.changes.exclude[0]' },
      { kind: 'dropped', reason: 'ignored', because: 'transform.changes.mapping[0]' },
      { kind: 'change', type: 'Synced', severity: 'high', summary: 'it happened at last', deletes: false },
      { kind: 'change', type: 'Scale', severity: 'low', deletes: true },
    ])
  })

  describe('of documents', () => {
    const ruledChange = async (common: object, type: string, before: Json, after: Json) => {
      const { items } = await extract(common, after, { scraped: { type } })
      const diff = diffDocuments(before, after)
      if (diff === undefined) throw new Error('the documents are equal')
      return items[0]?.changeRules?.({ ...diff, diff: diff.text, document: after })
    }
    const helm = (failures: number) => ({ status: { failures } })

    test('follow the rules of the spec, and have no severity by themselves', async () => {
      const rules = {
        exclude: ['change_type == "diff" && summary == "beat"'],
        mapping: [
          {
            filter: 'patch.replicas == 3',
            type: 'Scaled',
            severity: 'high',
            summary: 'to {{.config.replicas}}',
          },
          { filter: 'summary == "seen"', action: 'ignore' },
        ],
      }
      const changeFrom = (before: Json, after: Json) =>
        ruledChange({ transform: { changes: rules } }, 'T::X', before, after)
      expect(await changeFrom({ replicas: 3 }, { replicas: 5 })).toEqual({
        kind: 'ruled',
        type: 'Scaled',
        severity: 'high',
        summary: 'to 5',
        deletes: false,
      })
      expect(await changeFrom({ beat: 1 }, { beat: 2 })).toMatchObject({
        kind: 'dropped',
        reason: 'excluded',
      })
      expect(await changeFrom({ seen: 1 }, { seen: 2 })).toMatchObject({
        kind: 'dropped',
        reason: 'ignored',
        type: 'diff',
        itemType: 'T::X',
      })
      expect(await changeFrom({ other: 1 }, { other: 2 })).toMatchObject({
        type: 'diff',
        severity: undefined,
        summary: 'other',
      })
    })

    test('of a Helm release say that its reconciliation failed, when it failed more often', async () => {
      const changeFrom = (before: Json, after: Json) =>
        ruledChange({}, 'Kubernetes::HelmRelease', before, after)
      const failed = { type: 'HelmReconcileFailed', severity: 'medium' }
      expect(await changeFrom(helm(0), helm(1))).toMatchObject(failed)
      expect(await changeFrom({ spec: 1 }, helm(2))).toMatchObject(failed)
      expect(await changeFrom(helm(2), helm(0))).toMatchObject({ type: 'diff', severity: undefined })
      expect(await changeFrom({ ...helm(2), spec: 1 }, { ...helm(2), spec: 2 })).toMatchObject({
        type: 'diff',
      })
      expect(await ruledChange({}, 'Kubernetes::Pod', helm(0), helm(1))).toBeUndefined()
    })
  })

  test.each([
    ['OOMKilled', 'high'],
    ['FailedScheduling', 'medium'],
    ['SuccessfulCreate', 'info'],
    ['CreateBucket', 'low'],
    ['RevokeSecurityGroupIngress', 'medium'],
    ['Whatever', 'info'],
  ])('%s has the severity %s', (type, severity) => expect(severityOfType(type)).toBe(severity))

  test('delete an item only by the list of its type', async () => {
    const of = (type: string, item: string) => change(type, { item: { externalId: 'x', type: item } })
    const ready = await changesOf(
      {},
      of('TerminateInstances', 'AWS::EC2::Instance'),
      of('DeleteTags', 'AWS::EC2::Instance'),
      of('TerminateInstances', 'AWS::EC2::VPC'),
    )
    expect(ready.map((one) => one.kind === 'change' && one.deletes)).toEqual([true, false, false])
  })
})
