import type { ButtonProps } from '@mantine/core'
import type { Contract } from '@plinth/api/tenders/contracts'
import type { ComponentType } from 'react'
import { addedParts } from '../../app/added-parts.ts'

/** The next steps of a contract that other rooms add to its head, in the `acts` of a `contract-acts.ts`. */
export interface AddedActs {
  /** The form of a new deposit, over the page of its contract. */
  RecordDeposit: ComponentType<{ contractId: string; depositType?: string; onClose: () => void }>
  CreateProject: ComponentType<{ contract: Contract; isCreated: boolean } & Pick<ButtonProps, 'size' | 'variant'>>
}

export const acts = addedParts<AddedActs>(
  import.meta.glob<Partial<AddedActs>>('../../*/*/contract-acts.ts', { eager: true, import: 'acts' }),
)
