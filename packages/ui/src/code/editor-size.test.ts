import { expect, test } from 'vitest'
import { editorHeights } from './editor-size.ts'

test('editors have five sizes [SHELL-045]', () => {
  expect(Object.keys(editorHeights)).toEqual(['very-small', 'small', 'medium', 'large', 'full'])
})
