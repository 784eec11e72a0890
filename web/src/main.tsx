import './app/mantine.css'
import './app/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadFrame } from './app/Layout.tsx'
import { router } from './app/router.tsx'
import { cssVariables, theme } from './app/theme.ts'
import { startIdleTasks } from './lib/idle.ts'
import { followLanguage } from './lib/language-choice.ts'
import { followLine, hasLine } from './lib/line.ts'
import { queryClient } from './lib/query-client.ts'
import { removeAnswers } from './lib/remove-answers.ts'
import { currentUser, followOtherTabs } from './lib/session.ts'
import { Notices } from './ui/shell/Notices.tsx'

followOtherTabs()
followLine()

const user = currentUser()
// A tab that was closed in the middle of a sign-out may have left some.
if (!user) void removeAnswers().catch(() => undefined)
const root = document.getElementById('root')
if (root && !(user && followLanguage(user)))
  // Not awaited up here: what it loads waits for this module in turn.
  void loadFrame().then(() =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <QueryClientProvider client={queryClient}>
            <RouterContextProvider router={router}>
              <Notices />
            </RouterContextProvider>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  )

startIdleTasks(() => hasLine() && router.state.status === 'idle' && queryClient.isFetching() === 0)
