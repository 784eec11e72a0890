import { useLocation } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { contracts } from './contracts-kind.ts'
import { deposits } from './deposits-kind.ts'
import { ImportScreen } from './ImportScreen.tsx'

/**
 * Leaving changes the address before the screen is gone. Memoised, because redrawing it then would redirect again and
 * again.
 */
const Uploads = memo(ImportScreen)

/** One screen at both addresses, since whatever a second one adds would be in the first load of every page. */
export function BulkUpload() {
  const here = useLocation({
    select: ({ pathname }) =>
      pathname.includes('/deposit-upload') ? deposits : pathname.includes('/bulk-upload') ? contracts : null,
  })
  const [kind, setKind] = useState(here ?? contracts)
  if (here && here !== kind) setKind(here)
  return <Uploads key={kind.title} kind={kind} />
}
