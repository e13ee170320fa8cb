import type { EditableScraper } from '@binnacle/contract/catalog'
import { Button, type Href, Notice, useNow } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { DeleteDialog } from '../../../application/resource/delete-dialog.tsx'
import { useMayChange } from '../../../application/resource/kind-form.tsx'
import { scraperArea } from './area.ts'
import { scraperRemoval } from './removal.ts'

/** Milliseconds without any result after which a source that fails counts as gone. */
const GONE_AFTER = 7 * 86_400_000

/** Whether nothing came of a scraper for so long, while it fails, that its source may be gone for good. */
export function seemsGone(
  scraper: Pick<EditableScraper, 'error' | 'read_at' | 'created_at'>,
  now: number,
): boolean {
  return scraper.error !== null && now - Date.parse(scraper.read_at ?? scraper.created_at) > GONE_AFTER
}

/** Offers to delete a scraper whose source seems to be gone for good. */
export function GoneNotice({
  scraper,
  afterRemoval,
}: {
  scraper: EditableScraper
  afterRemoval: Href
}): ReactNode {
  const now = useNow('minute')
  const navigation = useNavigation()
  const mayChange = useMayChange(scraperArea, scraper)
  const [deleting, setDeleting] = useState(false)
  if (!seemsGone(scraper, now)) return null
  return (
    <>
      <Notice
        kind="warning"
        actions={mayChange && <Button onClick={() => setDeleting(true)}>Delete scraper</Button>}
      >
        No run has found anything for more than 7 days. If the source is gone for good, delete the scraper.
      </Notice>
      {deleting && (
        <DeleteDialog
          removal={scraperRemoval}
          thing={scraper}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigation.replace(afterRemoval)}
        />
      )}
    </>
  )
}
