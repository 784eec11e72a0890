import { lazy, Suspense } from 'react'
import { useNoticesWanted } from '../ui/alerts.ts'

const Notifications = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })))

/** Above the bar of a form, and away from what a screen offers beside its title. */
const aboveBars = { root: { marginBottom: '3.75rem' } }

export function Notices() {
  return useNoticesWanted() ? (
    <Suspense>
      <Notifications
        position="bottom-center"
        styles={aboveBars}
        // Clicks pass through a notice, so that there is nothing to drag either.
        allowDragDismiss={false}
        allowScrollDismiss={false}
      />
    </Suspense>
  ) : null
}
