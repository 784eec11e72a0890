import { type ContractStatus, contractInput, contractStatuses } from '@plinth/api/contracts'
import { depositInput, depositStatuses } from '@plinth/api/deposits'
import * as contracts from '../contracts/contracts.queries.ts'
import * as deposits from '../deposits/deposits.queries.ts'
import type { Db } from '../kernel/tenancy.ts'
import { pick } from './pick.ts'

const works = [
  'Widening and strengthening of',
  'Construction of minor bridge on',
  'Cement concrete road from',
  'Storm water drain along',
  'Resurfacing of',
  'Construction of school building at',
  'Rising main and pumping station for',
  'Rehabilitation of canal lining near',
  'Compound wall and site development at',
  'Street lighting along',
] as const
const places = [
  'SH-17 Hassan to Arsikere',
  'Ward 42, Bengaluru South',
  'Tumakuru ring road',
  'Kolar district hospital',
  'Mandya industrial estate',
  'Udupi coastal stretch',
] as const
const departments = ['PWD', 'NHAI', 'KRIDL', 'BBMP', 'CPWD', 'KUWSDB'] as const
const contractTypes = ['Item rate', 'Percentage rate', 'Lump sum', 'EPC'] as const
const holders = [
  { licenseId: 'LIC-01', licenseHolderName: 'Demo Infra Pvt Ltd', licenseNo: 'KA/PWD/CL-I/2204' },
  { licenseId: 'LIC-02', licenseHolderName: 'Asha Rao', licenseNo: 'KA/PWD/CL-II/0871' },
] as const
const banks = ['State Bank of India', 'Canara Bank', 'HDFC Bank', 'Union Bank of India'] as const
const depositTypes = ['EMD', 'Performance security', 'Security deposit', 'Additional performance security'] as const

const contractCount = 60

/** The day so many days from the first of July 2025. */
export const dayAt = (days: number) => new Date(Date.UTC(2025, 6, 1 + days)).toISOString().slice(0, 10)

const afterAward = contractStatuses.filter(
  (status) => !['DRAFT', 'SUBMITTED', 'AWARDED', 'REJECTED', 'CANCELLED'].includes(status),
)

function contractAt(index: number, status: ContractStatus) {
  const estimate = 1_800_000 + ((index * 7_919) % 97) * 465_250
  const opening = index * 5
  const awarded = status === 'AWARDED' || afterAward.includes(status)
  return contractInput.parse({
    bidId: `${pick(departments, index)}/2025-26/${String(101 + index)}`,
    contractName: `${pick(works, index)} ${pick(places, Math.floor(index / 2))}`,
    referenceNo: `NIT-${String(2025_000 + index * 3)}`,
    description: 'Including all materials, labour, machinery and taxes, as per the schedule of the tender notice.',
    status,
    paperCost: 1_000 + (index % 9) * 590,
    tenderActualValue: estimate,
    tenderBidPercentage: (((index * 37) % 290) - 185) / 10,
    contractType: pick(contractTypes, index),
    openingDate: dayAt(opening),
    closingDate: dayAt(opening + 21),
    ...(status !== 'DRAFT' && { draftingDate: dayAt(opening + 3), resultDate: dayAt(opening + 40) }),
    ...(awarded && {
      awardedDate: dayAt(opening + 45),
      givenStartDate: dayAt(opening + 60),
      givenEndDate: dayAt(opening + 425),
    }),
    ...(afterAward.includes(status) && { aggreementDate: dayAt(opening + 52) }),
    ...(['MOBILIZED', 'WORK_IN_PROGRESS', 'COMPLETED', 'CLOSED'].includes(status) && {
      actualStartDate: dayAt(opening + 66),
    }),
    ...(status === 'TERMINATED' && { terminationReason: 'Site was not handed over within the agreed time.' }),
    ...pick(holders, index),
    contractMetadata: { department: pick(departments, index), division: `Division ${1 + (index % 4)}` },
  })
}

function depositAt(index: number, estimate: number) {
  const status = pick(depositStatuses, index)
  const isBack = ['RETURNED', 'RELEASED', 'REFUNDED'].includes(status)
  const bank = pick(banks, index)
  return depositInput.parse({
    depositType: pick(depositTypes, Math.floor(index / 2)),
    instrumentNo: `${pick(['DD', 'FDR', 'BG', 'NEFT'], index)}${String(440_210 + index * 17)}`,
    amount: Math.round(estimate * pick([0.02, 0.05, 0.025, 0.03], Math.floor(index / 2))),
    depositCreatedDate: dayAt(index * 3),
    depositSubmitedDate: dayAt(index * 3 + 4),
    ...(isBack && { depositeReturnedDate: dayAt(index * 3 + 74), depositTransferedOwnAcDate: dayAt(index * 3 + 78) }),
    bankName: bank,
    bankAccountNo: String(30_200_100_000 + index * 131),
    accountHolderName: 'Demo Infra Pvt Ltd',
    bankAddress: `${bank}, M G Road, Bengaluru`,
    status,
  })
}

/**
 * Sixty contracts, at least three in each of the 19 statuses, most with one or two deposits. Returns the ids of those
 * that get a project: they are stored as awarded and take their later status afterwards.
 */
export async function addContracts(db: Db): Promise<{ id: string; status: ContractStatus }[]> {
  const becomeProjects: { id: string; status: ContractStatus }[] = []
  for (let index = 0; index < contractCount; index += 1) {
    const status = pick(contractStatuses, index)
    const becomesProject =
      ['AWARDED', 'WORK_IN_PROGRESS', 'MOBILIZED', 'COMPLETED'].includes(status) &&
      becomeProjects.length < 6 &&
      index > 4
    const stored = await contracts.create(db, contractAt(index, becomesProject ? 'AWARDED' : status))
    if (becomesProject) becomeProjects.push({ id: stored.id, status })
    for (let place = 0; place < index % 3; place += 1)
      await deposits.create(db, stored.id, depositAt(index * 2 + place, stored.tenderActualValue ?? 0))
  }
  return becomeProjects
}
