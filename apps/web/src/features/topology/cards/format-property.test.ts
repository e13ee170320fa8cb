import type { ComponentProperty } from '@binnacle/contract/topology'
import { describe, expect, test } from 'vitest'
import { formatProperty, isShown } from './format-property.ts'

describe('a property', () => {
  test.each<[string, ComponentProperty, object]>([
    ['text', { name: 'image', text: 'nginx:1' }, { kind: 'text', text: 'nginx:1' }],
    ['a number with its unit', { name: 'queue', value: 12, unit: 'jobs' }, { kind: 'text', text: '12 jobs' }],
    ['millicores', { name: 'cpu', value: 250 }, { kind: 'text', text: '250m' }],
    ['milliseconds', { name: 'p99', value: 182, unit: 'milliseconds' }, { kind: 'text', text: '182 ms' }],
    ['cores', { name: 'cpu', value: 1_500, unit: 'millicores' }, { kind: 'text', text: '1.5' }],
    ['bytes', { name: 'memory', value: 2_147_483_648 }, { kind: 'text', text: '2 GiB' }],
    ['a percentage', { name: 'errors', value: 0.5, unit: 'percent' }, { kind: 'text', text: '50.0%' }],
    ['money', { name: 'cost', type: 'currency', value: 12_500 }, { kind: 'text', text: '12.5k' }],
    [
      'a share of a maximum',
      { name: 'memory', value: 512 * 1_024, max: 1_024 * 1_024 },
      { kind: 'usage', text: '512 KiB', percent: 50, title: '512 KiB of 1 MiB (50.0%)' },
    ],
    [
      'an address',
      { name: 'home', type: 'url', text: 'https://example.com/a' },
      { kind: 'text', text: 'example.com/a', href: 'https://example.com/a', title: 'https://example.com/a' },
    ],
    [
      'links',
      { name: 'docs', links: [{ url: 'https://example.com', label: 'Runbook' }] },
      { kind: 'links', links: [{ url: 'https://example.com', label: 'Runbook' }] },
    ],
    [
      'an age',
      { name: 'created_at', text: '2026-01-01T00:00:00Z' },
      { kind: 'age', time: '2026-01-01T00:00:00Z' },
    ],
  ])('is shown as %s [TOP-033]', (_, property, expected) => {
    expect(formatProperty(property)).toEqual(expected)
  })

  test('never becomes a link that runs something', () => {
    expect(formatProperty({ name: 'x', type: 'url', text: 'javascript:alert(1)' })).toEqual({
      kind: 'text',
      text: 'javascript:alert(1)',
    })
    expect(isShown({ name: 'x', links: [{ url: 'javascript:alert(1)' }] })).toBe(false)
  })

  test('without a value, or of the type hidden, is not shown', () => {
    expect(isShown({ name: 'x' })).toBe(false)
    expect(isShown({ name: 'x', text: '' })).toBe(false)
    expect(isShown({ name: 'x', text: 'a', type: 'hidden' })).toBe(false)
    expect(isShown({ name: 'x', value: 0 })).toBe(true)
  })
})
