import {
  type Contract,
  type contractEdit,
  contractFields,
  type contractInput,
  type filterContracts,
  statusesOfCategory,
} from '@plinth/api/contracts'
import type { Body } from '@plinth/api/kernel/endpoint'
import type { output } from 'zod/v4/core'
import { contains, oneOf, within } from '../kernel/conditions.ts'
import { records } from '../kernel/records.ts'
import { statusHistory } from '../kernel/status-history.ts'
import type { Db } from '../kernel/tenancy.ts'
import { bidRule } from './contracts.rules.ts'

/** The columns whose spelling is not the wire's. */
export const spelling = { extensionCoun: 'extension_count', aggreementDate: 'agreement_date' }

export const contracts = records<Contract>({
  table: 'contracts',
  fields: Object.keys(contractFields),
  spelling,
})
const { column } = contracts

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterContracts>) =>
  contracts.search(db, {
    where: [
      contains(column('bidId'), filter.bidId),
      contains(column('contractName'), filter.contractName),
      contains(column('referenceNo'), filter.referenceNo),
      contains(column('licenseHolderName'), filter.licenseHolderName),
      contains(column('contractType'), filter.contractType),
      oneOf(column('status'), filter.status),
      oneOf(
        column('status'),
        filter.statusCategory?.flatMap((category) => statusesOfCategory[category]),
      ),
      within(column('createdAt'), filter.dateRange),
    ],
    sort,
    pagination,
  })

export const get = (db: Db, id: string) => contracts.get(db, { id })

/** The contract, unchanged until the transaction ends. Throws 404. */
export const getForShare = (db: Db, id: string) => contracts.getForShare(db, { id })

const bid = bidRule('tenderActualValue', 'tenderBidValue', 'tenderBidPercentage')

export const create = (db: Db, values: output<typeof contractInput>) =>
  contracts.insert(db, { ...values, ...bid.ofNew(values) })

export const update = (db: Db, id: string, values: output<typeof contractEdit>) =>
  contracts.update(db, { id }, values, (stored) => bid.ofEdit(values, stored))

export const remove = (db: Db, id: string) => contracts.remove(db, { id })

/** Throws 404 when the contract is not there. */
export async function history(db: Db, id: string) {
  await get(db, id)
  return statusHistory(db, 'contracts', id)
}
