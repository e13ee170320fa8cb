import { notifiableEvents } from '@binnacle/contract/kinds'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explain } from '../../../application/spec-editor/yaml-assist.ts'
import { readRuleCode, ruleCodeSchema, ruleCodeText, ruleProblems, withRuleCode } from './rule-code.ts'
import { changeOf } from './rule-change.ts'
import { emptyRule, type RuleValues } from './rule-values.ts'

const written = `# Who is on duty
name: Storm # of autumn
events:
  - check.failed
custom_services:
  - name: hook
    url: '***'
    filter: check.name == 'a'
  - connection: connection://default/slack
repeat_interval: 2h
wait_for: 90s
group_by: [type, label:team]
properties:
  priority: '5'
`

const opened = withRuleCode(emptyRule, written)
const problemsOf = (source: string) => {
  const read = readRuleCode(source)
  return 'problems' in read ? read.problems : []
}

describe('a rule as code', () => {
  test('has what the form cannot show, and changes of the form keep it and the comments [NOT-020]', () => {
    expect(opened).toMatchObject({ recipient: 'others', waits: true, wait_for: '90s' })
    expect(ruleCodeText(opened)).toBe(written)
    const renamed = { ...opened, name: 'Calm', waits: false, wait_for: '' }
    expect(ruleCodeText(renamed)).toBe(written.replace('Storm', 'Calm').replace('wait_for: 90s\n', ''))
    expect(changeOf(withRuleCode(opened, ruleCodeText(renamed)))).toMatchObject({
      name: 'Calm',
      wait_for: null,
      custom_services: [
        { name: 'hook', url: '***', filter: "check.name == 'a'" },
        { connection: 'connection://default/slack' },
      ],
    })
  })

  test('is explained in the words of the form', () => {
    expect(explain(ruleCodeSchema, 'wait_for: 5m', 2)).toMatchObject({
      title: 'wait_for – Wait for',
      text: 'At least a minute, such as 90s or 5m. Type: string.',
    })
  })

  test('that is the text of the form is no change', () => {
    const text = ruleCodeText(emptyRule)
    expect(withRuleCode(emptyRule, text)).toMatchObject({ code: '', code_broken: false })
  })

  test('that cannot be read leaves the form as it was, and refuses to be saved', () => {
    const broken = withRuleCode(opened, 'name: [')
    expect(broken).toMatchObject({ name: 'Storm', code: 'name: [', code_broken: true })
    expect(ruleCodeText(broken)).toBe('name: [')
    expect(problemsOf('name: [')).toMatchObject([{ line: 1 }])
  })

  test('names the key and the line of what is wrong', () => {
    expect(problemsOf('name: a\nwhen: now\n')).toEqual([
      { path: 'when', message: 'There is no such key', line: 2, column: 1 },
    ])
    expect(problemsOf('events:\n  - check.failed\n  - it.rained\n')).toMatchObject([
      { path: 'events[1]', line: 3, message: expect.stringContaining('Write one of check.failed') },
    ])
    expect(problemsOf('properties:\n  a: b\n  priority: 5\n')).toEqual([
      { path: 'properties.priority', message: 'Write a text', line: 3, column: 3 },
    ])
    expect(problemsOf('person_id: a\nteam_id: b\n')).toEqual([
      {
        path: 'team_id',
        message: 'Name only one of person_id, team_id, custom_services',
        line: 2,
        column: 1,
      },
    ])
  })

  test('shows what the form finds wrong and what the server refused at their keys [NOT-018, NOT-019]', () => {
    const source = written.replace('90s', '20s')
    expect(ruleProblems(withRuleCode(emptyRule, source), source, { custom_services: 'It is gone' })).toEqual([
      { path: 'custom_services', message: 'It is gone', line: 5, column: 1 },
      { path: 'wait_for', message: 'Duration must be greater than 1 minute', line: 11, column: 1 },
    ])
  })

  test('is the same rule, whatever is entered', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 })
    const services = fc.array(fc.record({ url: text, filter: text }, { requiredKeys: ['url'] }), {
      minLength: 2,
      maxLength: 3,
    })
    const rules: fc.Arbitrary<RuleValues> = fc
      .record({
        name: text,
        enabled: fc.boolean(),
        events: fc.subarray([...notifiableEvents]),
        filter: text,
        recipient: fc.constantFrom('person', 'team', 'others'),
        id: text,
        services,
        repeats: fc.boolean(),
        waits: fc.boolean(),
        inhibit: fc.boolean(),
        falls_back: fc.boolean(),
        title: text,
        template_kind: fc.constantFrom('Default', 'Custom'),
        template: text,
        properties: fc.dictionary(text, text).map((map) => JSON.stringify(map)),
      })
      .map(({ id, ...fields }) => ({
        ...emptyRule,
        ...fields,
        person_id: fields.recipient === 'person' ? id : '',
        team_id: fields.recipient === 'team' ? id : '',
        custom_services: fields.recipient === 'others' ? fields.services : [],
        wait_for: '5m',
      }))
    fc.assert(
      fc.property(rules, (values) => {
        const read = readRuleCode(ruleCodeText(values))
        expect('values' in read && changeOf(read.values)).toEqual(changeOf(values))
      }),
    )
  })
})
