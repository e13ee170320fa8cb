import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { ageColumn, numberColumn, textColumn } from './columns.tsx'

test('a column of a number separates thousands and rounds', () => {
  const { cell, ...column } = numberColumn({ id: 'pending', header: 'Pending', sortable: true, width: 96 })
  expect(column).toEqual({ id: 'pending', header: 'Pending', sortable: true, width: 96, numeric: true })
  expect(cell({ pending: 104_512.6 })).toBe('104,513')
  const average = numberColumn({ id: 'average', header: 'Average' }, { digits: 1 })
  expect(average.cell({ average: 2.71 })).toBe('2.7')
})

test('a count of problems stands out above zero only', () => {
  const { cell } = numberColumn({ id: 'failed', header: 'Failed' }, { isProblem: true })
  expect(cell({ failed: 0 })).toBe('0')
  expect(isValidElement(cell({ failed: 1 }))).toBe(true)
})

test('columns of ages are right-aligned unless they say otherwise, and show the field of their id', () => {
  expect(ageColumn({ id: 'created_at', header: 'Created' }).numeric).toBe(true)
  expect(ageColumn({ id: 'created_at', header: 'Created', numeric: false }).numeric).toBe(false)
  expect(textColumn({ id: 'email', header: 'Email' }).cell({ email: 'a@example.com' })).toHaveProperty(
    'props.text',
    'a@example.com',
  )
})
