import type { AddedSides } from '../../tenders/contracts/added-sides.ts'
import { ContractDeposits } from './ContractDeposits.tsx'

export const sides: Partial<AddedSides> = { Deposits: ContractDeposits }
