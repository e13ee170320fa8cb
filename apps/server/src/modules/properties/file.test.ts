import { expect, test } from 'vitest'
import { parseProperties } from './file.ts'

test('a file of properties has a line for each, and comments', () => {
  const read = parseProperties(
    '# flags of this installation\n! also a comment\n\nlogs.disable=true\r\n  health.disable = false \nbanner=a=b # no comment\n',
  )
  expect(read).toEqual({
    ok: true,
    value: new Map([
      ['logs.disable', 'true'],
      ['health.disable', 'false'],
      ['banner', 'a=b # no comment'],
    ]),
  })
})

test('every line that is wrong is named', () => {
  expect(parseProperties('logs.disable\nok=1\n=value\nname=\nbad name=1\nlogs.disable=yes')).toEqual({
    ok: false,
    failure: [
      { path: '', message: 'is not name=value', line: 1, column: 1 },
      { path: 'name', message: 'please provide all details', line: 3, column: 1 },
      { path: 'value', message: 'please provide all details', line: 4, column: 1 },
      {
        path: 'name',
        message: 'may have letters, digits, dots, hyphens, underscores and slashes',
        line: 5,
        column: 1,
      },
      { path: 'value', message: 'Invalid boolean value', line: 6, column: 1 },
    ],
  })
})

test('what would run script in browsers is not read', () => {
  const read = parseProperties('flanksource.ui.snippets={"a":"alert(1)"}\nUI.Snippet.x=1\nui.scripts=1\na=1')
  expect(read).toEqual({ ok: true, value: new Map([['a', '1']]) })
})
