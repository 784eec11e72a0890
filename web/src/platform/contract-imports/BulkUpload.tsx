import { useLocation } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { contracts } from './contracts-kind.ts'
import { deposits } from './deposits-kind.ts'
import { ImportScreen } from './ImportScreen.tsx'

/** Leaving changes the address before the screen is gone: it is not drawn anew by that, or it would lead away again and again. */
const Uploads = memo(ImportScreen)

/** One screen at both addresses, since what another one brings along is in the first load of every page. */
export function BulkUpload() {
  const here = useLocation({
    select: ({ pathname }) =>
      pathname.includes('/deposit-upload') ? deposits : pathname.includes('/bulk-upload') ? contracts : null,
  })
  const [kind, setKind] = useState(here ?? contracts)
  if (here && here !== kind) setKind(here)
  return <Uploads key={kind.title} kind={kind} />
}
