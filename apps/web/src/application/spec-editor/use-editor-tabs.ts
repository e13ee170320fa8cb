import { choiceParameter } from '@binnacle/ui'
import { useState } from 'react'

const tabs = ['form', 'code'] as const

/** The two views of a spec. */
export type EditorTab = (typeof tabs)[number]

/** The parameter of the address that holds the view. */
export const editorTabParameter = () => choiceParameter(tabs, 'form')

/** The views of an editor, and how the person changes between them. */
export interface EditorTabs {
  value: EditorTab
  items: readonly { id: EditorTab; label: string; href: string }[]
  choose: (tab: EditorTab) => void
  /** The next change of the address shows the form, even where only code was offered. */
  leaveCode: () => void
}

/**
 * Chooses between form and code. A spec without a form is shown as code, and stays code while it is typed, whatever its
 * parts are meanwhile: only the person changes tabs.
 * @param props.value the view that the address names
 */
export function useEditorTabs(props: {
  hasForm: boolean
  value: EditorTab
  href: (tab: EditorTab) => string
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
