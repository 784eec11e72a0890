import { updateDeposit } from '@plinth/api/deposits/deposits'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { useCan } from '../../lib/useCan.ts'

/** Whether the user may enter instruments of deposits, which creates instruments and changes deposits. */
export function useMayComplete(): boolean {
  const mayEnter = useCan(createInstrument)
  const mayChange = useCan(updateDeposit)
  return mayEnter && mayChange
}
