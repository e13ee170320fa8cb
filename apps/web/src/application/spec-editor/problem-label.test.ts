import { expect, test } from 'vitest'
import { problemLabel } from './problem-label.ts'

const schema = {
  properties: {
    schedule: { title: 'Schedule' },
    http: {
      title: 'HTTP',
      items: {
        properties: { url: { title: 'URL' }, headers: { title: 'Headers', items: { properties: {} } } },
      },
    },
  },
}

test('problems are named by check and label', () => {
  const spec = { http: [{ name: 'front page' }, {}] }
  expect(problemLabel(schema, spec, 'http[0].url')).toBe('front page › URL')
  expect(problemLabel(schema, spec, 'http[1].url')).toBe('HTTP 2 › URL')
  expect(problemLabel(schema, { http: [{ name: '$.name' }] }, 'http[0].url')).toBe('HTTP 1 › URL')
  expect(problemLabel(schema, spec, 'http[1].headers[0].odd')).toBe('HTTP 2 › Headers 1 › odd')
  expect(problemLabel(schema, spec, 'schedule')).toBe('Schedule')
  expect(problemLabel(schema, spec, '')).toBe('')
})
