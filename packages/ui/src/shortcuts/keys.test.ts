import { describe, expect, it } from 'vitest'
import { describeKeys, type KeyPress, matchesChord, matchSequence, parseKeys } from './keys.ts'

function press(key: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers }
}

function matches(keys: string, pressed: KeyPress, apple = false): boolean {
  const [chord] = parseKeys(keys)
  return chord !== undefined && matchesChord(chord, pressed, apple)
}

describe('parseKeys', () => {
  it('reads modifiers, sequences and the plus key', () => {
    expect(parseKeys('mod+K')).toEqual([{ key: 'k', mod: true, shift: false, alt: false }])
    expect(parseKeys('g h').map((chord) => chord.key)).toEqual(['g', 'h'])
    expect(parseKeys('mod++')).toEqual([{ key: '+', mod: true, shift: false, alt: false }])
    expect(parseKeys('')).toEqual([])
  })
})

describe('matchesChord', () => {
  it('takes ⌘ on Apple systems and Ctrl elsewhere, never the other one', () => {
    expect(matches('mod+k', press('k', { ctrlKey: true }))).toBe(true)
    expect(matches('mod+k', press('k', { metaKey: true }))).toBe(false)
    expect(matches('mod+k', press('k', { metaKey: true }), true)).toBe(true)
    expect(matches('k', press('k', { metaKey: true }))).toBe(false)
  })

  it('wants Shift exactly where it is written for letters, and ignores it for symbols', () => {
    expect(matches('x', press('X', { shiftKey: true }))).toBe(false)
    expect(matches('shift+x', press('X', { shiftKey: true }))).toBe(true)
    expect(matches('?', press('?', { shiftKey: true }))).toBe(true)
    expect(matches('/', press('/'))).toBe(true)
  })
})

describe('matchSequence', () => {
  it('tells a whole sequence from its start and from anything else', () => {
    const chords = parseKeys('g h')
    expect(matchSequence(chords, [press('g')], false)).toBe('partial')
    expect(matchSequence(chords, [press('g'), press('h')], false)).toBe('full')
    expect(matchSequence(chords, [press('g'), press('x')], false)).toBe('none')
    expect(matchSequence(chords, [press('g'), press('h'), press('h')], false)).toBe('none')
  })
})

describe('describeKeys', () => {
  it('draws caps in the words of the platform', () => {
    expect(describeKeys('mod+k', true)).toEqual([['⌘', 'K']])
    expect(describeKeys('mod+k', false)).toEqual([['Ctrl', 'K']])
    expect(describeKeys('g h', false)).toEqual([['G'], ['H']])
    expect(describeKeys('Enter', false)).toEqual([['↵']])
  })
})
