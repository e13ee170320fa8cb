import { nameOfComponent, type TopologyComponent } from '@binnacle/contract/topology'
import { Button, Combobox, type ComboboxOption, Dialog, Field, useToast } from '@binnacle/ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LOOKUP_DELAY, useDebounced } from '../../../application/address/use-debounced.ts'
import { anyContains } from '../../../application/requests/data.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import { configLinksQuery, configSearchQuery, linkConfig } from './queries.ts'

/** Links a component to an item of the catalog. Source: TOP-022 to TOP-026. */
export function LinkDialog(props: { subject: TopologyComponent; onClose: () => void }): ReactNode {
  const { subject: component, onClose } = props
  const toast = useToast()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<ComboboxOption | null>(null)
  const [typed, setTyped] = useState('')
  const searched = useDebounced(typed.trim(), LOOKUP_DELAY)
  const found = useQuery({
    ...configSearchQuery(searched === '' ? undefined : anyContains(['name'], searched)),
    placeholderData: keepPreviousData,
  })
  const link = useMutation({
    mutationFn: (config: string) => linkConfig(component.id, config),
    async onSuccess() {
      toast.success('config link successful')
      await queries.invalidateQueries({ queryKey: configLinksQuery(component.id).queryKey })
      onClose()
    },
    onError: (error) => toast.error(messageOf(error)),
  })
  return (
    <Dialog
      open
      title="Link component to catalog"
      description={nameOfComponent(component)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={chosen === null}
            loading={link.isPending}
            onClick={() => chosen !== null && link.mutate(chosen.value)}
          >
            Link
          </Button>
        </>
      }
    >
      <Field label="Catalog item" help="Type a part of the name. At most 50 items are suggested.">
        {(control) => (
          <Combobox
            {...control}
            options={(found.data ?? []).map(({ id, name, type }) => ({ value: id, label: name, note: type }))}
            onSearch={setTyped}
            searching={found.isFetching}
            placeholder="Find a catalog item"
            value={chosen}
            onChange={setChosen}
          />
        )}
      </Field>
    </Dialog>
  )
}
