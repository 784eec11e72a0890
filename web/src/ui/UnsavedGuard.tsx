import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Seldom asked, so it is no part of what a form loads first.
const LeaveDialog = lazy(() => import('./LeaveDialog.tsx').then((module) => ({ default: module.LeaveDialog })))

/** Asks before typed values are left behind: inside the product by a dialog, on closing the tab by the browser's own. */
export function UnsavedGuard({ unsaved }: { unsaved: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && unsaved(),
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Suspense>
      <LeaveDialog onStay={reset} onLeave={proceed} />
    </Suspense>
  )
}
