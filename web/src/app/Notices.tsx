import { lazy, Suspense } from 'react'
import { useNoticesWanted } from '../ui/alerts.ts'

const Notifications = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })))

/** Below the header, whose links stay within reach while a notice stands. */
const belowHeader = { root: { marginTop: '3.25rem' } }

export function Notices() {
  return useNoticesWanted() ? (
    <Suspense>
      <Notifications position="top-right" styles={belowHeader} />
    </Suspense>
  ) : null
}
