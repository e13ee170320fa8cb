import { type Href, TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { TypeIcon } from '../../application/pages/type-icon.tsx'
import { tileIconClass, TypePicker } from '../../application/spec-editor/type-picker.tsx'
import { byCategory, type CheckTypeInfo } from './check-types.ts'
import { CUSTOM } from './starting-text.ts'

const custom = {
  id: CUSTOM,
  title: 'Custom',
  description: 'Starts with YAML for checks of any types.',
  icon: <TypeIcon name="braces" className={tileIconClass} />,
  category: 'script',
}

/**
 * Offers the check types for a new health check by what people look for.
 * @param props.href the address that starts with a type
 */
export function CheckTypePicker(props: {
  types: readonly CheckTypeInfo[]
  href: (type: string) => Href
}): ReactNode {
  return (
    <TypePicker
      thing="check"
      placeholder="What do you want to check?"
      tiles={[
        ...props.types.map(({ type, title, description, icon, category }) => ({
          id: type,
          title,
          description,
          icon: <TypeIcon name={icon} className={tileIconClass} />,
          category,
        })),
        custom,
      ]}
      groupsOf={byCategory}
      href={props.href}
      instead={
        <>
          <TextLink href={props.href('exec')}>An Exec check</TextLink> runs any script.
        </>
      }
    />
  )
}
