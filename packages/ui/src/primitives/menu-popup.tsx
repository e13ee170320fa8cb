import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { Kbd } from './kbd.tsx'
import { useRenderLink } from './link.tsx'
import type { MenuItem, MenuProps } from './menu.tsx'
import type { OpenedTrigger } from './opened-later.tsx'
import { popupClass, popupHeadingClass, popupItemClass } from './popup-style.ts'

function ItemContent({ item }: { item: MenuItem }): ReactNode {
  return (
    <>
      {item.checked !== undefined && (
        <span className="size-3.5 shrink-0">
          {item.checked && <Check aria-hidden="true" className="size-3.5" />}
        </span>
      )}
      {item.icon}
      <span className="min-w-0 flex-1">
        {item.label}
        {item.note !== undefined && <span className="block text-small text-muted">{item.note}</span>}
      </span>
      {item.keys !== undefined && <Kbd keys={item.keys} className="pl-4" />}
    </>
  )
}

function Item({ item }: { item: MenuItem }): ReactNode {
  const renderLink = useRenderLink()
  const className = classNames(popupItemClass, item.danger === true && 'text-unhealthy')
  const content = <ItemContent item={item} />
  if (item.href !== undefined)
    return (
      <Base.LinkItem
        className={className}
        closeOnClick
        render={renderLink({ href: item.href, children: content })}
      />
    )
  if (item.checked !== undefined)
    return (
      <Base.CheckboxItem
        className={className}
        checked={item.checked}
        disabled={item.disabled ?? false}
        closeOnClick
        onCheckedChange={() => item.onSelect?.()}
      >
        {content}
      </Base.CheckboxItem>
    )
  return (
    <Base.Item className={className} disabled={item.disabled ?? false} onClick={() => item.onSelect?.()}>
      {content}
    </Base.Item>
  )
}

/** The menu itself; see Menu. */
export function MenuPopup({ triggerRef, defaultOpen, ...props }: MenuProps & OpenedTrigger): ReactNode {
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger ref={triggerRef} render={props.trigger} />
      <Base.Portal>
        <Base.Positioner
          align={props.align ?? 'start'}
          side={props.side ?? 'bottom'}
          sideOffset={props.side === 'right' ? 12 : 4}
          className="z-popup outline-none"
        >
          <Base.Popup className={classNames(popupClass, 'min-w-44 p-1')}>
            {props.sections.map((section, index) => (
              <Fragment key={section.id}>
                {index > 0 && <Base.Separator className="-mx-1 my-1 h-px bg-line" />}
                <Base.Group>
                  {section.heading !== undefined && (
                    <Base.GroupLabel className={popupHeadingClass}>{section.heading}</Base.GroupLabel>
                  )}
                  {section.items.map((item) => (
                    <Item key={item.id} item={item} />
                  ))}
                </Base.Group>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
