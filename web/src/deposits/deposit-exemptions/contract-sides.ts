import type { AddedSides } from '../../tenders/contracts/added-sides.ts'
import { ExemptionsOfContract } from './ExemptionsOfContract.tsx'

export const sides: Partial<AddedSides> = { Exemptions: ExemptionsOfContract }
