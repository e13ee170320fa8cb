import fc from 'fast-check'
import { DataError } from '../src/errors.ts'

/** Pieces that the grammars are made of, and some that they are not: strings of them come nearer to a parser's edges. */
const pieces = [
  '( ) [ ] { } . , : ; ! * " \\ \' - > < = & | % $ _ 0 -> ->> :: ... not. and or and( or( eq. in.( is.null',
  'like(any). fts(english). cs.{ count() .sum() !inner !left .desc .nullsfirst limit order offset select name',
  'größe 名 𝒜 now-1d q=0.5 \u0000 \ud800 \udc00',
]
  .flatMap((line) => line.split(' '))
  .concat([' ', '\n', '\t'])

/** Any text, of pieces of the grammars or of any characters. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/**
 * What a parser makes of a text: its result, or the refusal that a client gets.
 * @throws what is neither
 */
export function outcomeOf<Result>(parse: () => Result): { result: Result } | { refusal: DataError } {
  try {
    return { result: parse() }
  } catch (error) {
    if (error instanceof DataError && error.status >= 400 && error.status < 500) return { refusal: error }
    throw error
  }
}

const LENGTH = 100_000

/** Texts of 100 kB that repeat a piece, or two in turn, after another: where bad expressions take minutes. */
const longTexts: readonly (readonly [name: string, text: string])[] = [
  '( ) not. " \\ "\\ \\" ", -> ->> ->1 ->a , . a. a, - a- [] :: ::a : ! !a { {} 1 a é 𝒜 \ud800 and( not.and(',
  'a.eq.1, a.eq." a.eq.{ in.( "a", count() .sum() ... * ; = %',
]
  .flatMap((line) => line.split(' '))
  .concat([' ', ' ,', 'and '])
  .flatMap((piece) =>
    ['', '(', 'a(', 'a.eq.', 'in.(', '"', 'a::'].map(
      (start) =>
        [`${JSON.stringify(start)} and many ${JSON.stringify(piece)}`, start + repeated(piece)] as const,
    ),
  )

function repeated(piece: string): string {
  return piece.repeat(Math.ceil(LENGTH / piece.length))
}

/** Milliseconds of the processor that this thread has used; other work on the machine does not add to them. */
function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The texts that take a parser longer than 100 ms, three times in a row: once may be the garbage collector. */
export function slowTexts(parse: (text: string) => unknown): string[] {
  const isSlow = (text: string) => {
    const start = used()
    outcomeOf(() => parse(text))
    return used() - start > 100
  }
  return longTexts.flatMap(([name, text]) => (isSlow(text) && isSlow(text) && isSlow(text) ? [name] : []))
}
