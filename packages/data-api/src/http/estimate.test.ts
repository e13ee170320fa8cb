import { expect, test } from 'vitest'
import { type Plan, rowsOfPlan } from './estimate.ts'

const scan = (rows: number, more: Partial<Plan> = {}): Plan => ({
  'Node Type': 'Seq Scan',
  'Plan Rows': rows,
  ...more,
})

test('rows of an embed count once for each row that has it, those of one beside it are added', () => {
  const embed = (rows: number, ...plans: Plan[]) =>
    scan(rows, { 'Parent Relationship': 'SubPlan', Plans: plans })
  expect(rowsOfPlan(scan(100))).toBe(100)
  expect(rowsOfPlan(scan(100, { Plans: [embed(10)] }))).toBe(100 + 100 * 10)
  expect(rowsOfPlan(scan(100, { Plans: [embed(10), embed(5)] }))).toBe(100 + 1_000 + 500)
  expect(rowsOfPlan(scan(100, { Plans: [embed(10, embed(20))] }))).toBe(100 + 100 * (10 + 10 * 20))
})

test('the inner side of a nested loop is read for each row of the outer one, that of another join once', () => {
  const sides = [scan(50, { 'Parent Relationship': 'Outer' }), scan(4, { 'Parent Relationship': 'Inner' })]
  expect(rowsOfPlan({ 'Node Type': 'Nested Loop', 'Plan Rows': 200, Plans: sides })).toBe(200 + 50 + 50 * 4)
  expect(rowsOfPlan({ 'Node Type': 'Hash Join', 'Plan Rows': 200, Plans: sides })).toBe(200 + 50 + 4)
})

test('an embed of rows that a limit cuts is read for those that are left, or for those that are read if a filter asks', () => {
  const plan = (left: number): Plan => ({
    'Node Type': 'Result',
    'Plan Rows': left,
    Plans: [scan(1_000, { 'Parent Relationship': 'Outer' }), scan(3, { 'Parent Relationship': 'SubPlan' })],
  })
  expect(rowsOfPlan(plan(10))).toBe(10 + 1_000 + 1_000 * 3)
})
