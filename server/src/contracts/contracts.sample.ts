import { type Contract, type ContractStatus, contractInput, contractStatuses } from '@plinth/api/contracts'
import { sentIn } from '../kernel/statements.ts'
import type { Db } from '../kernel/tenancy.ts'
import { dayAt, pick } from '../sample-values.ts'
import { create } from './contracts.queries.ts'

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

/** Three of them in each of the 19 statuses, at least. */
export const sampleContracts = 60

export const statusOfSample = (index: number): ContractStatus => pick(contractStatuses, index)

/** One of the sample's contracts. */
export const addSampleContract = async (db: Db, index: number, status: ContractStatus): Promise<Contract> =>
  (await sentIn(db, create(contractAt(index, status)))).toJSON()
