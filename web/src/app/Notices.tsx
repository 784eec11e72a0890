import { lazy, Suspense } from 'react'
import { useNoticesWanted } from '../ui/alerts.ts'

const Notifications = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })))

export function Notices() {
  return useNoticesWanted() ? (
    <Suspense>
      <Notifications position="top-right" />
    </Suspense>
  ) : null
}
