import type { Body } from '@plinth/api/kernel/endpoint'
import type { Contract } from '@plinth/api/tenders/contracts'
import { type createProject, fromContract } from '@plinth/api/works/projects'
import { bidRule } from '../../tenders/contracts/contracts.rules.ts'

/** What a project takes over from the contract it is created from. */
const takenFrom = (contract: Contract) => ({
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

const given = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value != null))

/** What is stored of a project that starts from a contract: what the caller gives, else what the contract says. */
export function startedFrom(contract: Contract, values: Body<typeof createProject>) {
  const start = values.status === 'DRAFT' ? fromContract : {}
  // A bid of the caller's own is not mixed with half of the contract's.
  const hasBid = values.projectBidValue != null || values.projectBidPercentage != null
  const whole = {
    ...takenFrom(contract),
    ...(hasBid && { projectBidValue: null, projectBidPercentage: null }),
    ...start,
    ...given({ ...values, ...start, comment: values.comment ?? fromContract.comment }),
  }
  return { ...whole, ...bid.ofNew(whole) }
}
