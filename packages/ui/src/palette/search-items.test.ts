import { describe, expect, it } from 'vitest'
import { GROUP_LIMIT, type PaletteItem, RECENT, searchItems } from './search-items.ts'

const perform = (): void => undefined

const items: readonly PaletteItem[] = [
  { id: 'health', label: 'Go to Health', group: 'Pages', keywords: ['checks', 'uptime'], perform },
  { id: 'catalog', label: 'Go to Catalog', group: 'Pages', perform },
  { id: 'dark', label: 'Switch to dark theme', group: 'Actions', keywords: ['night'], perform },
  { id: 'api', label: 'checkout-api', group: 'Checks', note: 'payments', perform },
]

const found = (query: string, recent: readonly string[] = []): readonly string[] =>
  searchItems(items, query, recent).flatMap((group) => [
    `# ${group.label}`,
    ...group.matches.map((match) => match.item.id),
  ])

describe('searchItems', () => {
  it('shows what was chosen last, then everything in its order', () => {
    expect(found('', ['dark', 'gone'])).toEqual([
      '# Recent',
      'dark',
      '# Pages',
      'health',
      'catalog',
      '# Checks',
      'api',
    ])
    expect(RECENT).toBe('Recent')
  })

  it('puts the heading with the best match first', () => {
    expect(found('dark').slice(0, 2)).toEqual(['# Actions', 'dark'])
    expect(found('check').slice(0, 2)).toEqual(['# Checks', 'api'])
  })

  it('puts what is urgent first under its heading, however well others match', () => {
    const checks: readonly PaletteItem[] = [
      { id: 'exact', label: 'cart', group: 'Checks', found: true, perform },
      {
        id: 'fails',
        label: 'shopping cart of the store',
        group: 'Checks',
        found: true,
        urgent: true,
        perform,
      },
    ]
    const [group] = searchItems(checks, 'cart', [])
    expect(group?.matches.map(({ item }) => item.id)).toEqual(['fails', 'exact'])
  })

  it('prefers letters together at the start of a word to scattered ones at the start of the label', () => {
    const [first] = searchItems(
      [
        { id: 'theme', label: 'Theme: dark', group: 'Actions', perform },
        { id: 'teams', label: 'Go to Teams', group: 'Pages', perform },
      ],
      'te',
      [],
    )
    expect(first?.label).toBe('Pages')
  })

  it('finds words in notes and keywords, in any order', () => {
    expect(found('night')).toEqual(['# Actions', 'dark'])
    expect(found('payments api')).toEqual(['# Checks', 'api'])
    expect(found('uptime go')).toContain('health')
    expect(found('zzz')).toEqual([])
  })

  it('keeps what the server found, and limits long headings', () => {
    const many = Array.from({ length: 20 }, (_, index) => ({
      id: `found-${index}`,
      label: `nothing alike ${index}`,
      group: 'Configs',
      found: true,
      perform,
    }))
    expect(searchItems(many, 'xyz', [])[0]?.matches).toHaveLength(GROUP_LIMIT)
  })
})
