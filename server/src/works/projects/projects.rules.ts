import type { Body } from '@plinth/api/kernel/endpoint'
import type { Contract } from '@plinth/api/tenders/contracts'
import { type createProject, fromContract } from '@plinth/api/works/projects'
import { bidRule } from '../../tenders/contracts/contracts.rules.ts'

/** The fields that a project copies from its contract. */
const fieldsFrom = (contract: Contract) => ({
  projectName: contract.contractName,
  description: contract.description,
  projectType: contract.contractType,
  contractBidId: contract.bidId,
  contractBidNo: contract.referenceNo,
  projectActualValue: contract.tenderActualValue,
  projectBidValue: contract.tenderBidValue,
  projectBidPercentage: contract.tenderBidPercentage,
  licenseId: contract.licenseId,
  licenseHolderName: contract.licenseHolderName,
  licenseNo: contract.licenseNo,
  givenStartDate: contract.givenStartDate,
  givenEndDate: contract.givenEndDate,
})

export const bid = bidRule('projectActualValue', 'projectBidValue', 'projectBidPercentage')

const withoutEmpty = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value != null))

/** The values of a project that starts from a contract: those of the caller, else those of the contract. */
export function projectFrom(contract: Contract, values: Body<typeof createProject>) {
  const start = values.status === 'DRAFT' ? fromContract : {}
  // If the caller sends a bid, no half of the contract's bid is mixed with it.
  const hasBid = values.projectBidValue != null || values.projectBidPercentage != null
  const merged = {
    ...fieldsFrom(contract),
    ...(hasBid && { projectBidValue: null, projectBidPercentage: null }),
    ...start,
    ...withoutEmpty({ ...values, ...start, comment: values.comment ?? fromContract.comment }),
  }
  return { ...merged, ...bid.ofNew(merged) }
}
