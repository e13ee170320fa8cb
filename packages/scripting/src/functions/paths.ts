import { posix } from 'node:path'
import { ScriptFailure } from '../failure.ts'
import { found } from '../regex.ts'
import { define } from './definition.ts'
import { text } from './take.ts'

const special = /[.*+?^${}()|[\]\\]/g
const literal = (letter: string) => letter.replaceAll(special, String.raw`\$&`)

/** A pattern of file names as a regular expression: `*` and `?` stop at slashes, `[a-z]` is one character. */
function expressionOf(pattern: string): string {
  const wrong = () => new ScriptFailure('arguments', `bad pattern ${JSON.stringify(pattern.slice(0, 60))}`)
  const pieces = /\*+|\?|\[(\^?)((?:\\.|[^\]\\])+)\]|\\(.)|([^*?[\\])/gsuy
  let expression = ''
  let end = 0
  for (const match of pattern.matchAll(pieces)) {
    const [whole, not = '', letters, escaped, plain] = match
    end = match.index + whole.length
    if (whole.startsWith('*')) expression += '[^/]*'
    else if (whole === '?') expression += '[^/]'
    else if (letters === undefined) expression += literal(escaped ?? plain ?? '')
    else {
      const inner = letters.replaceAll(/\\(.)|([[\]^])/gsu, (_, after?: string, sign?: string) =>
        literal(after ?? sign ?? ''),
      )
      expression += `[${not}${inner}]`
    }
  }
  if (end !== pattern.length) throw wrong()
  return `(?s)^${expression}$`
}

function relative(base: string, target: string): string {
  if (posix.isAbsolute(base) !== posix.isAbsolute(target))
    throw new ScriptFailure('arguments', `no path leads from ${base} to ${target}`)
  const from = posix.normalize(`/${base}`)
  const to = posix.normalize(`/${target}`)
  return posix.relative(from, to) || '.'
}

export const pathFunctions = [
  define(
    'filepath.Match(pattern: string, name: string): bool',
    'Whether a name fits a pattern of a shell: *, ? and [a-z], none of which stands for a slash.',
    {
      cel: ['filepath.Match("*.txt", "foo.txt")', 'true'],
      template: ['{{ filepath.Match "*.txt" "a/foo.txt" }}', 'false'],
    },
    ([pattern, name]) => found(expressionOf(text(pattern)), text(name)),
    { also: ['path.Match'] },
  ),
  define(
    'filepath.Rel(base: string, target: string): string',
    'The path that leads from one folder to another.',
    {
      cel: ['filepath.Rel("/foo/bar", "/foo/baz/a")', '../baz/a'],
      template: ['{{ filepath.Rel "/a" "/a/b/c" }}', 'b/c'],
    },
    ([base, target]) => relative(text(base), text(target)),
  ),
  define(
    'filepath.ToSlash(path: string): string',
    'A path with slashes; as it is, since paths of scripts have slashes.',
    { cel: ['filepath.ToSlash("/a/b")', '/a/b'] },
    ([value]) => text(value),
    { also: ['filepath.FromSlash'] },
  ),
  define(
    'filepath.VolumeName(path: string): string',
    'The volume of a path; empty, since only paths of Windows have one.',
    { cel: ['filepath.VolumeName("/a/b")', ''] },
    () => '',
  ),
]
