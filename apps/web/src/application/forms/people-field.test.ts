import { expect, test } from 'vitest'
import { propertiesQuery } from '../session/flags.ts'
import { peopleQuery } from './people-field.tsx'

test('people to choose from and the feature flags stay fresh for five minutes [SHELL-044]', () => {
  expect(peopleQuery('ada', []).staleTime).toBe(300_000)
  expect(propertiesQuery.staleTime).toBe(300_000)
})
