import { useState } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { alertFailure } from './alerts.ts'

/** For a button that sends something: `attempt` reports why the act failed and returns whether it succeeded. */
export function useAttempt() {
  const [isSending, setSending] = useState(false)
  async function attempt(act: () => Promise<unknown>, failed: string, why = reasonOf): Promise<boolean> {
    setSending(true)
    try {
      await act()
      return true
    } catch (error) {
      void alertFailure(failed, why(error))
      return false
    } finally {
      setSending(false)
    }
  }
  return { attempt, isSending }
}
