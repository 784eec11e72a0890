import type { AddedSides } from '../../tenders/contracts/added-sides.ts'
import { ContractProject } from './ContractProject.tsx'

export const sides: Partial<AddedSides> = { Project: ContractProject }
