import { Button } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { Markdown } from '../../../application/markdown/markdown.tsx'

/** Characters of a message that are shown at first. Source: TOP-052, decision 30. */
const SHOWN = 500

/** The beginning of a text. It ends with a line where it has some, as half a line of Markdown shows its marks. */
function beginningOf(text: string): string {
  const cut = text.slice(0, SHOWN)
  const lines = cut.slice(0, cut.lastIndexOf('\n') + 1).trimEnd()
  return lines === '' ? `${cut.trimEnd()}…` : `${lines}\n\n…`
}

/** What was sent. A long text is cut, and all of it is one press away. */
export function Message({ title, body }: { title: string | null; body: string | null }): ReactNode {
  const [whole, setWhole] = useState(false)
  const text = body ?? ''
  const cut = text.length > SHOWN && !whole
  return (
    <div className="rounded-panel border border-line bg-surface p-3">
      {title !== null && title !== '' && <p className="mb-2 font-semibold wrap-anywhere">{title}</p>}
      <Markdown text={cut ? beginningOf(text) : text} />
      {text.length > SHOWN && (
        <Button size="small" className="mt-3" onClick={() => setWhole(!whole)} aria-expanded={whole}>
          {whole ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
        </Button>
      )}
    </div>
  )
}
