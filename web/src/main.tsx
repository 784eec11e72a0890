import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { loadNews } from './app/Layout.tsx'
import { router } from './app/router.tsx'
import { cssVariables, theme } from './app/theme.ts'
import { queryClient } from './lib/call.ts'
import { followOtherTabs } from './lib/session.ts'
import { useNoticesWanted } from './ui/alerts.ts'

const Notifications = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })))

/** Above the bar of a form, and away from what a screen offers beside its title. */
const aboveBars = { root: { marginBottom: '3.75rem' } }

function Notices() {
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

followOtherTabs()

const root = document.getElementById('root')
if (root)
  // Not awaited up here: what it loads waits for this module in turn.
  void loadNews().then(() =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <QueryClientProvider client={queryClient}>
            <Notices />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  )
