import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Seldom asked, so it is no part of what a form loads first.
const LeaveDialog = lazy(() => import('./LeaveDialog.tsx').then((module) => ({ default: module.LeaveDialog })))

interface Props {
  unsaved: () => boolean
  /** The person gives up what is unsaved. */
  onLeave?: () => void
  /** The question and what will be lost, where these are no typed values. */
  title?: string
  loss?: string
}

/** Asks before something unfinished is left behind: inside the product by a dialog, on closing the tab by the browser's own. */
export function UnsavedGuard({ unsaved, onLeave, ...texts }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && unsaved(),
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Suspense>
      <LeaveDialog
        {...texts}
        onStay={reset}
        onLeave={() => {
          onLeave?.()
          proceed()
        }}
      />
    </Suspense>
  )
}
