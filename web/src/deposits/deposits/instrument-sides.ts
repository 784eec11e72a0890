import type { AddedSides } from '../../guarantees/instruments/added-sides.ts'
import { InstrumentDeposits } from './InstrumentDeposits.tsx'

export const sides: Partial<AddedSides> = { Deposits: InstrumentDeposits }
