import { Fragment, type ReactNode } from 'react'
import { describeKeys, isApplePlatform } from '../shortcuts/keys.ts'
import { classNames } from '../utilities/class-names.ts'

const capClass =
  'inline-flex h-4 min-w-4 items-center justify-center rounded-small border border-line-strong bg-surface px-1 font-sans text-caption leading-none text-secondary'

/**
 * Key caps of a shortcut, as the reader's operating system names the keys.
 * @param props.keys as in useShortcuts: `mod+k`, `g h`
 */
export function Kbd(props: { keys: string; className?: string }): ReactNode {
  return (
    <span className={classNames('inline-flex items-center gap-1 whitespace-nowrap', props.className)}>
      {describeKeys(props.keys, isApplePlatform()).map((caps, index) => (
        // A sequence may contain the same press twice and never changes order, so the index is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && <span className="text-caption text-secondary">then</span>}
          <kbd className="inline-flex gap-0.5 font-sans">
            {caps.map((cap) => (
              <kbd key={cap} className={capClass}>
                {cap}
              </kbd>
            ))}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}
