import { type TimeRange, timeRanges } from '@binnacle/contract/health'
import type { TopologyComponent } from '@binnacle/contract/topology'
import { Button, Checkbox, Dialog, SelectField, useToast } from '@binnacle/ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../application/requests/queries.ts'
import { nameOf } from '../cards/summary-lines.ts'
import { downloadSnapshot } from './snapshot.ts'

const isRange = (text: string): text is TimeRange => Object.hasOwn(timeRanges, text)
/** Time ranges, the shortest first. Source: TIME-015. */
const ranges = Object.keys(timeRanges).filter(isRange)

/** Downloads what is known of a component as a zip file. Source: TOP-027 to TOP-031. */
export function SnapshotDialog(props: { component: TopologyComponent; onClose: () => void }): ReactNode {
  const { component, onClose } = props
  const toast = useToast()
  // The first option is the default.
  const [start, setStart] = useState<TimeRange>(ranges[0] ?? '15m')
  const [related, setRelated] = useState(false)
  const download = useMutation({
    mutationFn: () => downloadSnapshot({ id: component.id, name: component.name, start, related }),
    onSuccess: onClose,
    onError: (error) => toast.error('Error downloading file', { details: messageOf(error) }),
  })
  return (
    <Dialog
      open
      size="small"
      title="Download snapshot"
      description={nameOf(component)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={download.isPending} onClick={() => download.mutate()}>
            Download
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SelectField
          label="Time range"
          help="The file contains changes, checks and logs since then."
          value={start}
          onChange={setStart}
          options={ranges.map((range) => ({ value: range, label: range }))}
        />
        <Checkbox label="Include related components" checked={related} onChange={setRelated} />
      </div>
    </Dialog>
  )
}
