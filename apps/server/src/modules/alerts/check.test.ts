import { expect, test } from 'vitest'
import { alertText, type AlertFacts, checkOf } from './check.ts'

const alert: AlertFacts = {
  fingerprint: '0123456789abcdef',
  name: 'Down web-1 (page)',
  labels: { alertname: 'Down', severity: 'page', namespace: 'shop', instance: 'web-1' },
  annotations: { summary: 'web-1 is down', description: 'It does not answer for 5 minutes.' },
  generator_url: 'http://prometheus:9090/graph',
  starts_at: new Date('2026-11-23T12:00:00Z'),
  resolved_at: null,
  resolved_by: null,
}

test('a firing alert is unhealthy with what its annotations say', () => {
  expect(checkOf(alert)).toMatchObject({
    name: 'Down web-1 (page)',
    namespace: 'shop',
    state: 'unhealthy',
    severity: 'critical',
    text: 'web-1 is down\nIt does not answer for 5 minutes.',
    endpoint: 'http://prometheus:9090/graph',
    details: { fingerprint: alert.fingerprint, startsAt: '2026-11-23T12:00:00.000Z' },
  })
  expect(checkOf({ ...alert, annotations: {} }).text).toBe('Down is firing')
})

test('an alert that ended is healthy, and says how it ended', () => {
  const resolved_at = new Date('2026-11-23T12:10:00Z')
  expect(checkOf({ ...alert, resolved_at, resolved_by: 'sender' })).toMatchObject({
    state: 'healthy',
    text: 'Resolved',
  })
  expect(checkOf({ ...alert, resolved_at, resolved_by: 'timeout' }).text).toBe(
    'Resolved: no sender reports the alert any more',
  )
})

test('a text that occurs twice is said once', () => {
  expect(alertText({ summary: 'Down', message: 'Down', description: ' ' })).toBe('Down')
})
