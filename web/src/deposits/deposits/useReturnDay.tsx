import { isBack } from '@plinth/api/deposits/deposit-standing'
import type { Deposit } from '@plinth/api/deposits/deposits'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../../ui/shell/Part.tsx'

// A lazy part, because the question is asked once per deposit.
const ReturnDay = lazyDialog(() => import('./ReturnDay.tsx'), 'ReturnDay')

/** The day of return; an empty object if it is not known, null if the user cancels. */
type Answer = { depositeReturnedDate?: string } | null

/** Asks for the day of return when a deposit is set to a returned status and the day is not entered yet. */
export function useReturnDay({ depositeReturnedDate: returnedOn }: Deposit) {
  const [answer, setAnswer] = useState<{ give: (answer: Answer) => void }>()
  function ask(status: string): Promise<Answer> {
    if (returnedOn || !isBack({ status })) return Promise.resolve({})
    const { promise, resolve } = Promise.withResolvers<Answer>()
    setAnswer({
      give: (chosen) => {
        setAnswer(undefined)
        resolve(chosen)
      },
    })
    return promise
  }
  const dialog: ReactNode = answer && (
    <ReturnDay
      onDay={(day) => answer.give(day ? { depositeReturnedDate: day } : {})}
      onClose={() => answer.give(null)}
    />
  )
  return { ask, dialog }
}
