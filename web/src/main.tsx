import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Notices } from './app/Notices.tsx'
import { router } from './app/router.tsx'
import { cssVariables, theme } from './app/theme.ts'
import { queryClient } from './lib/call.ts'
import { followOtherTabs } from './lib/session.ts'

followOtherTabs()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <Notices />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
