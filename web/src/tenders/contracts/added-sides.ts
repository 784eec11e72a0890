import type { Contract } from '@plinth/api/tenders/contracts'
import type { ComponentType } from 'react'
import { addedParts } from '../../app/added-parts.ts'

type ContractSide = ComponentType<{ contract: Contract }>

/** The sections that other rooms add to the page of a contract, in the `sides` of a `contract-sides.ts`. */
export interface AddedSides {
  Deposits: ContractSide
  Exemptions: ContractSide
  BidCheck: ContractSide
  Project: ContractSide
  Agreements: ContractSide
}

export const sides = addedParts<AddedSides>(
  import.meta.glob<Partial<AddedSides>>('../../*/*/contract-sides.ts*', { eager: true, import: 'sides' }),
)
