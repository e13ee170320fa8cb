import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What the check says of a file with this text. */
function faultsIn(text: string): string[] {
  const script = `
    const { expressionFaults } = await import(${JSON.stringify(new URL('expression-faults.mjs', import.meta.url).href)})
    const { costOf } = await import(${JSON.stringify(new URL('expression-cost.mjs', import.meta.url).href)})
    console.log(JSON.stringify(expressionFaults('example.ts', costOf, process.argv[1])))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script, text], {
    encoding: 'utf8',
  })
  return JSON.parse(output)
}

test.each([
  ['a trim', String.raw`const trim = /\/+$/`, 'power 2'],
  ['pairs', String.raw`const pair = /\s*([^=;]+?)\s*=\s*([^;]*?)\s*(?:;|$)/y`, 'power'],
  ['a nested repetition', 'const nested = /^(a+)+$/', 'exponentially'],
  ['a long bounded repetition', String.raw`const long = /\beyJ[\w-]{10,4000}\./g`, 'power 2'],
  ['a look ahead', String.raw`const look = /\w+(?=@)/`, 'power 2'],
  ['a back reference', String.raw`const back = /^(.+)\1$/`, 'nobody can tell'],
  ['a text', String.raw`const trim = new RegExp('/+$')`, 'power 2'],
  ['a template', "const part = 'a+'\nconst built = new RegExp(`^(${part})+$`)", 'exponentially'],
  ['a raw template', 'const spaces = RegExp(String.raw`\\s+$`)', 'power 2'],
  ['the source of another', "const one = /a+/\nconst both = new RegExp(one.source + '$')", 'power 2'],
  ['a list', "const list = new RegExp(['x', 'a+$'].join('|'))", 'power 2'],
  ['what only a run can tell', 'const f = (text: string) => new RegExp(text)', 'cannot be derived'],
  [
    'a bound that is too large',
    '// bounded to 100000 characters: a reason\nconst trim = /a+$/',
    'does not allow',
  ],
  [
    'a bound of an exponential one',
    '// bounded to 30 characters: a reason\nconst x = /^(a+)+$/',
    'does not allow',
  ],
  ['a wrong claim', '// linear by construction: a reason\nconst trim = /a+$/', 'does not allow'],
  ['a mark that nothing needs', '// bounded to 30 characters: a reason\nconst a = /^a/', 'remove the mark'],
])('a file is refused for %s', (_, text, fault) => {
  const faults = faultsIn(text)
  expect(faults.join('\n')).toContain(fault)
})

test.each([
  ['linear ones', String.raw`const a = /^\s*[a-z]+:\d{1,5}$/`],
  ['a reviewed bound', '// bounded to 200 characters: the text is cut before\nconst trim = /a+$/'],
  [
    'a reviewed text',
    '// linear by construction: words of ours\nconst f = (text: string) => new RegExp(text)',
  ],
])('a file passes with %s', (_, text) => {
  expect(faultsIn(text)).toEqual([])
})
