import { describe, expect, test } from 'vitest'
import { openSpec, textOf, validTextOf, valueAt, withText, withValue } from './spec-document.ts'

const written = `# The shop, day and night
schedule: "@every 30s" # often enough
http:
  # what customers see first
  - url: https://shop.example.com/
    name: front page
    headers:
      - {name: Accept, value: "*/*"}
  - name: search # slow on Mondays
    url: https://shop.example.com/search
`

describe('a change in the form', () => {
  test('touches its own place only: comments, order and quotes stay', () => {
    const state = withValue(openSpec(written), ['http', 1, 'url'], 'https://shop.example.com/find')
    expect(textOf(state)).toBe(written.replace('shop.example.com/search', 'shop.example.com/find'))
    expect(state.value).toMatchObject({
      http: [{ name: 'front page' }, { url: 'https://shop.example.com/find' }],
    })
  })

  test('keeps lists flush with their key where they were written so', () => {
    const flush = 'http:\n- name: a\n  url: http://a\n- name: b\n  url: http://b\n'
    expect(textOf(withValue(openSpec(flush), ['http', 0, 'name'], 'c'))).toBe(
      flush.replace('name: a', 'name: c'),
    )
    const four = 'http:\n    - name: a\n      url: http://a\n'
    expect(textOf(withValue(openSpec(four), ['http', 0, 'name'], 'c'))).toBe(
      four.replace('name: a', 'name: c'),
    )
  })

  test('adds what was not there, and takes away what is left empty', () => {
    const added = withValue(openSpec(written), ['http', 1, 'labels', 'team'], 'web')
    expect(textOf(added)).toContain('    labels:\n      team: web\n')
    const gone = withValue(added, ['http', 1, 'labels', 'team'], undefined)
    expect(textOf(gone)).not.toContain('labels')
    expect(valueAt(gone.value, ['http', 1])).toEqual({
      name: 'search',
      url: 'https://shop.example.com/search',
    })
  })

  test('begins with nothing, and with a list that is empty', () => {
    const first = withValue(openSpec(''), ['http'], [{ name: null }])
    expect(textOf(withValue(first, ['http', 0, 'name'], 'front'))).toBe('http:\n  - name: front\n')
    expect(textOf(withValue(openSpec('http:\n'), ['http', 0, 'name'], 'front'))).toBe(
      'http:\n  - name: front\n',
    )
  })

  test('writes any text so that it is read as a text', () => {
    const state = withValue(openSpec(written), ['http', 0, 'name'], 'yes: 1')
    expect(openSpec(textOf(state)).value).toEqual(state.value)
    const number = withValue(openSpec(written), ['http', 0, 'name'], '12')
    expect(valueAt(openSpec(textOf(number)).value, ['http', 0, 'name'])).toBe('12')
  })

  test('goes through aliases', () => {
    const state = openSpec('http:\n  - &a {name: a, url: http://a}\n  - *a\n')
    const next = withValue(state, ['http', 1, 'name'], 'b')
    expect(openSpec(textOf(next)).value).toEqual({
      http: [
        { name: 'a', url: 'http://a' },
        { name: 'b', url: 'http://a' },
      ],
    })
  })
})

describe('a change in the code', () => {
  test('is what the form shows', () => {
    const state = withText(openSpec(written), written.replace('front page', 'home'))
    expect(valueAt(state.value, ['http', 0, 'name'])).toBe('home')
    expect(textOf(state)).toContain('# what customers see first')
  })

  test('that cannot be read keeps the last valid value, and says where', () => {
    const broken = withText(openSpec(written), 'schedule: "@every 30s\nhttp: [')
    expect(broken.broken?.problems[0]?.line).toBeGreaterThan(0)
    expect(textOf(broken)).toBe('schedule: "@every 30s\nhttp: [')
    expect(validTextOf(broken)).toBe(written)
    expect(valueAt(broken.value, ['schedule'])).toBe('@every 30s')
    expect(withText(broken, written).broken).toBeUndefined()
    expect(openSpec('a: [1\nb: "x" y\n').broken?.problems.length).toBeGreaterThan(1)
    expect(withText(broken, '- a list').broken?.problems[0]?.message).toContain('Write names')
  })
})

test('a spec of 1,000 checks is changed in the form without waiting', () => {
  const many = Array.from(
    { length: 1_000 },
    (_, index) => `  - name: check ${index}\n    url: http://a/${index}\n`,
  )
  let state = openSpec(`http:\n${many.join('')}`)
  const before = process.cpuUsage()
  for (let index = 0; index < 100; index += 1)
    state = withValue(state, ['http', 999, 'name'], `named ${index}`)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
  expect(textOf(state)).toContain('named 99')
})
