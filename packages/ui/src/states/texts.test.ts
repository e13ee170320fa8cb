import { expect, it } from 'vitest'
import { DENIED, GENERIC_ERROR, NO_DATA, NO_OPTIONS, NO_RESULT, START_TYPING } from './texts.ts'

it('says of a table without rows that there is no data [SHELL-027]', () => {
  expect(NO_DATA).toBe('No data available')
})

it('says that a result is empty [SHELL-028]', () => {
  expect(NO_RESULT).toBe('No result')
})

it('says of a failure about which nothing is known that something went wrong [SHELL-029]', () => {
  expect(GENERIC_ERROR).toBe('Something went wrong')
})

it('tells who may not see a page that this is so', () => {
  expect(DENIED).toBe('Unauthorized — You do not have permission to access this page')
})

it('says of a picker in which nothing matches that there are no options [SHELL-030]', () => {
  expect(NO_OPTIONS).toBe('No options found')
})

it('says of a picker that searches how to begin [SHELL-031]', () => {
  expect(START_TYPING).toBe('Start typing to search')
})
