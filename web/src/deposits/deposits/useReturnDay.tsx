import type { Deposit } from '@plinth/api/deposits/deposits'
import { type ReactNode, useState } from 'react'
import { part } from '../../ui/shell/Part.tsx'
import { isBack } from './deposit-standing.ts'

// Asked of few deposits, and once of each.
const ReturnDay = part(() => import('./ReturnDay.tsx'), 'ReturnDay', { over: true })

/** The day of the return, or nothing where it is not known; null where the person thinks better of it. */
type Answer = { depositeReturnedDate?: string } | null

/** Asks for the day on which a deposit came back, of a status that says that it has, where it is not entered yet. */
export function useReturnDay({ depositeReturnedDate: known }: Deposit) {
  const [answer, setAnswer] = useState<{ give: (answer: Answer) => void }>()
  function ask(status: string): Promise<Answer> {
    if (known || !isBack({ status })) return Promise.resolve({})
    const { promise, resolve } = Promise.withResolvers<Answer>()
    setAnswer({
      give: (given) => {
        setAnswer(undefined)
        resolve(given)
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
