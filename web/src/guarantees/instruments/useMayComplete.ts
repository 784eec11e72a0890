import { updateDeposit } from '@plinth/api/deposits/deposits'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { useCan } from '../../lib/useCan.ts'

/** Whether the person may enter the instruments of deposits: each of them is a new record, and changes its deposits. */
export function useMayComplete(): boolean {
  const mayEnter = useCan(createInstrument)
  const mayChange = useCan(updateDeposit)
  return mayEnter && mayChange
}
