import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { lazyDialog } from './Part.tsx'

// Seldom asked, so it is no part of what a form loads first.
export const LeaveDialog = lazyDialog(() => import('./LeaveDialog.tsx'), 'LeaveDialog')

/** Asks whether something is typed. What is read of the state instead would draw the whole form anew. */
export function useDirty({ subscribe }: UseFormReturn<FieldValues>): () => boolean {
  const isDirty = useRef(false)
  useEffect(() => {
    const callback = (state: { isDirty?: boolean }) => {
      isDirty.current = state.isDirty === true
    }
    return subscribe({ formState: { isDirty: true }, callback })
  }, [subscribe])
  return () => isDirty.current
}

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
    <LeaveDialog
      {...texts}
      onClose={reset}
      onLeave={() => {
        onLeave?.()
        proceed()
      }}
    />
  )
}
