/**
 * Heights of an editor, as CSS lengths: it begins with the least and grows with its text to the most. Source: SHELL-045.
 */
export const editorHeights = {
  /** An expression, which is one line mostly. */
  'very-small': { least: '2.5rem', most: '10rem' },
  /** A script or a query among other fields. */
  small: { least: '6rem', most: '20rem' },
  /** A text that is the main thing of its part of a form. */
  medium: { least: '8rem', most: '24rem' },
  /** A document below other fields. */
  large: { least: '20rem', most: '60vh' },
  /** A document that is the page. */
  full: { least: '20rem', most: 'max(20rem, calc(100dvh - 18rem))' },
} as const

/** Size of an editor. */
export type EditorSize = keyof typeof editorHeights
