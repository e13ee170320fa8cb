import type { TopologyComponent } from '@binnacle/contract/topology'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { SectionContent, shownOf, useSlot } from '../../../application/slots/slots.tsx'
import type { LinkTo } from '../link-to.ts'
import { panelWidths, readPanelWidth, storePanelWidth, validPanelWidth } from '../preferences.ts'
import { sectionCount, SectionFrame } from './section-frame.tsx'
import { DetailsSection } from './details-section.tsx'

/** CSS pixels by which an arrow key changes the width. */
const STEP = 20

/** The sections about one component, of which one is open. Source: TOP-013, TOP-014. */
export function PanelSections(props: {
  component: TopologyComponent
  linkTo: LinkTo
  /** Id of the open section; empty for none. */
  open: string
  onOpen: (id: string) => void
}): ReactNode {
  const { component, linkTo, open, onOpen } = props
  const sections = shownOf(useSlot('component.sections').fills, component)
  const frame = (id: string) => ({ open: open === id, onToggle: () => onOpen(open === id ? 'none' : id) })
  return (
    <div className="flex flex-col">
      <SectionFrame label="Details" {...frame('details')}>
        <DetailsSection component={component} linkTo={linkTo} />
      </SectionFrame>
      {sections.map((section) => (
        <SectionFrame
          key={section.id}
          label={section.label}
          counter={
            section.Count !== undefined && (
              // Counts come with the entries: asking for each beforehand would take a request a section.
              <section.Count subject={component} eager={false} className={sectionCount} />
            )
          }
          {...frame(section.id)}
        >
          <SectionContent section={section} subject={component} />
        </SectionFrame>
      ))}
    </div>
  )
}

/** The right panel, whose width people change by its edge. */
export function ResizablePanel({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const [width, setWidth] = useState(readPanelWidth)
  function resize(next: number): void {
    setWidth(validPanelWidth(next))
    storePanelWidth(next)
  }
  function drag(event: PointerEvent<HTMLDivElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const panel = event.currentTarget.parentElement
    if (panel !== null) resize(panel.getBoundingClientRect().right - event.clientX)
  }
  function press(event: KeyboardEvent): void {
    const step = event.key === 'ArrowLeft' ? STEP : event.key === 'ArrowRight' ? -STEP : 0
    if (step === 0) return
    event.preventDefault()
    resize(width + step)
  }
  return (
    <aside
      aria-label={label}
      style={{ width }}
      className="relative shrink-0 self-start rounded-panel border border-line bg-surface lg:max-h-full lg:overflow-y-auto"
    >
      {/* A separator that moves is a control. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="separator"
        aria-label="Width of the panel"
        aria-orientation="vertical"
        aria-valuenow={width}
        aria-valuemin={panelWidths.minimum}
        aria-valuemax={panelWidths.maximum}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
        className="absolute inset-y-0 left-0 z-10 w-1.5 cursor-col-resize touch-none rounded-l-panel hover:bg-accent-subtle focus-visible:bg-accent"
      />
      {children}
    </aside>
  )
}
