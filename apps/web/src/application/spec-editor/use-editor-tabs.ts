import type { Href } from '@binnacle/ui'
import { choiceParameter } from '@binnacle/ui'
import { useState } from 'react'

const tabs = ['form', 'code'] as const

/** The two views of a spec. */
export type EditorTab = (typeof tabs)[number]

/** URL parameter of the view. */
export const editorTabParameter = () => choiceParameter(tabs, 'form')

/** The views of an editor, and how the person switches between them. */
export interface EditorTabs {
  value: EditorTab
  items: readonly { id: EditorTab; label: string; href: Href }[]
  choose: (tab: EditorTab) => void
  /** Leaves the code view that a spec without a form forces, so that the address decides again. */
  leaveCode: () => void
}

/**
 * Chooses between form and code. A spec without a form opens as code and stays so while the person types, even if it
 * gets a form: only the person switches tabs.
 * @param props.value the view in the address
 */
export function useEditorTabs(props: {
  hasForm: boolean
  value: EditorTab
  href: (tab: EditorTab) => Href
  onChange: (tab: EditorTab) => void
}): EditorTabs {
  const { hasForm, href } = props
  const [inCode, setInCode] = useState(false)
  if (!hasForm && !inCode) setInCode(true)
  return {
    value: hasForm && !inCode ? props.value : 'code',
    items: [
      ...(hasForm ? [{ id: 'form', label: 'Form', href: href('form') } as const] : []),
      { id: 'code', label: 'Code', href: href('code') },
    ],
    choose(tab) {
      setInCode(false)
      props.onChange(tab)
    },
    leaveCode: () => setInCode(false),
  }
}
