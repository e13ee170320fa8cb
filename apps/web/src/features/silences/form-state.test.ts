import { describe, expect, it } from 'vitest'
import {
  coverageBody,
  emptyForm,
  readForm,
  readWeekly,
  type SilenceFormValues,
  weeklySchedule,
} from './form-state.ts'

const now = new Date('2026-11-23T10:00:00Z')
const form = (changes: Partial<SilenceFormValues> = {}): SilenceFormValues => ({
  ...emptyForm('Europe/Berlin'),
  ...changes,
})
const read = (changes: Partial<SilenceFormValues>, coversAll = false) =>
  readForm(form(changes), { now, zone: 'Europe/Berlin', coversAll })
const target = { value: 'id-1', label: 'one' }

describe('the form of a silence', () => {
  it('requires a resource [SIL-007]', () => {
    expect(read({}).problems).toEqual({ resource: 'This field is required' })
    expect(read({ scope: 'selector' }).problems).toEqual({ selector: 'This field is required' })
    expect(read({ resource: target }).problems).toEqual({})
  })

  it('sends the id of one resource only [SIL-006]', () => {
    expect(coverageBody(form({ scope: 'config_id', resource: target, names: 'x' }))).toEqual({
      config_id: 'id-1',
      recursive: false,
    })
  })

  it('resolves relative and absolute times in the zone of the reader [SIL-008]', () => {
    expect(read({ resource: target }).body).toMatchObject({
      from: '2026-11-23T10:00:00.000Z',
      until: '2026-11-23T11:00:00.000Z',
    })
    expect(read({ resource: target, from: '2026-11-24 08:00', until: 'now+2d/d+9h' }).body).toMatchObject({
      from: '2026-11-24T07:00:00.000Z',
      until: '2026-11-25T08:00:00.000Z',
    })
    expect(read({ resource: target, until: 'now-1h' }).problems).toEqual({
      until: 'It ends before it starts. Choose a later end',
    })
    expect(read({ resource: target, until: '' }).problems).toEqual({ until: 'This field is required' })
  })

  it('asks for a word before everything is silenced', () => {
    expect(read({ scope: 'everything' }, true).problems).toEqual({
      confirmation: 'Enter "everything" to confirm',
    })
    expect(read({ scope: 'everything', confirmation: 'everything' }, true)).toMatchObject({
      problems: {},
      body: { everything: 'everything' },
    })
  })

  it('reads lists of patterns', () => {
    expect(
      coverageBody(form({ scope: 'selector', names: ' api-*, ,!api-test', labels: ' a=b ', filter: ' x ' })),
    ).toEqual({ selector: { names: ['api-*', '!api-test'], labels: 'a=b' }, filter: 'x' })
  })

  it('writes days of the week as a cron expression, and reads them again', () => {
    expect(weeklySchedule([6, 0], '02:05')).toBe('5 2 * * 0,6')
    expect(readWeekly('5 2 * * 0,6')).toEqual({ days: [0, 6], at: '02:05' })
    expect(weeklySchedule([0, 1, 2, 3, 4, 5, 6], '23:00')).toBe('0 23 * * *')
    expect(readWeekly('0 23 * * *')?.days).toHaveLength(7)
    expect(readWeekly('0 2 1 * *')).toBeUndefined()
    const maintenance = { kind: 'maintenance', repeats: 'weekly', resource: target, until: '' } as const
    expect(read(maintenance).body).toMatchObject({
      schedule: '0 2 * * 0',
      duration: '2h',
      time_zone: 'Europe/Berlin',
    })
    expect(read({ ...maintenance, days: [] }).problems).toEqual({ days: 'Choose a day' })
    expect(read({ ...maintenance, duration: 'long' }).problems).toHaveProperty('duration')
  })
})
