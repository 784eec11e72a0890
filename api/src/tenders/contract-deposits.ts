import * as z from 'zod/mini'
import { depositStatuses } from '../deposits/deposits.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf, filterBy, textFilter } from '../kernel/filters.ts'
import { groupBody, grouped, ofGroup } from '../kernel/groups.ts'
import { filterBody, page } from '../kernel/paging.ts'
import { countBody } from '../kernel/quick-filters.ts'
import { contract, contractColumnLabels, contractGroups, contractStatuses, officeFilters } from './contracts.ts'

export const about = 'Contracts with the sums of their deposits.'

/**
 * A contract with its deposits: the number of live ones and their sum in rupees. Deposits are live in every status but
 * DRAFT, REJECTED and CANCELLED. An amount carried over into another deposit counts in that one.
 */
export const contractDeposit = z.extend(contract, {
  totalDeposit: z.int(),
  totalAmount: f.total,
  isProjectCreated: z.boolean(),
})
export type ContractDeposit = z.infer<typeof contractDeposit>

export const contractDepositLabels = {
  ...contractColumnLabels,
  totalDeposit: 'Deposits',
  totalAmount: 'Total amount',
  isProjectCreated: 'Project',
} as const

const contractDepositFilters = {
  /** Words; each may be in any part of bid ID, name, reference no., department, contract type or license holder. */
  search: textFilter,
  contractId: filterBy(f.id),
  bidId: textFilter,
  contractName: textFilter,
  referenceNo: textFilter,
  description: textFilter,
  statuses: anyOf(contractStatuses),
  contractType: textFilter,
  licenseHolderName: textFilter,
  ...officeFilters,
  depositType: textFilter,
  accountHolderName: textFilter,
  bankAccountNo: textFilter,
  depositStatuses: anyOf(depositStatuses),
  group: ofGroup(contractGroups),
}

export const searchContractDeposits = endpoint({
  method: 'POST',
  path: '/project/api/contracts-deposit/search',
  summary: 'Search contracts by their own fields and by those of their deposits',
  allow: { module: 'Contracts', can: 'canView' },
  body: filterBody(contractDepositFilters, contractDeposit),
  response: page(contractDeposit),
})

export const listContractDepositGroups = endpoint({
  method: 'POST',
  path: '/project/api/contracts-deposit/groups',
  summary:
    'The groups of the contracts of a deposit search, with the sum of the deposits of each and the part of it that is held',
  allow: { module: 'Contracts', can: 'canView' },
  body: groupBody(contractGroups, countBody(contractDepositFilters).shape),
  response: grouped(['totalAmount', 'held']),
})

export const exportContractDeposits = endpoint({
  method: 'POST',
  path: '/project/api/contracts-deposit/export',
  summary: 'The contracts found by a deposit search as a sheet, with the requested columns',
  allow: { module: 'Contracts', can: 'canReport' },
  body: exportBody(contractDepositFilters, contractDeposit),
  download: Object.values(sheetTypes),
  response: fileBytes,
})
