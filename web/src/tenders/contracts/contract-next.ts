import type { ExemptionState } from '@plinth/api/deposits/deposit-exemptions'
import { isEmd, isLive, standingOf } from '@plinth/api/deposits/deposit-standing'
import type { Deposit } from '@plinth/api/deposits/deposits'
import { daysBetween } from '@plinth/api/kernel/later-days'
import type { Contract, ContractStatus } from '@plinth/api/tenders/contracts'

/** Facts about a contract that are stored in other records. */
export interface ContractFacts {
  deposits: readonly Deposit[]
  /** The state of the exemption from EMD; null if there is none. */
  emdExemption: Exclude<ExemptionState, 'REFUSED'> | null
  isProjectCreated: boolean
}

/** The steps that the person may do. */
export interface ContractRights {
  edit: boolean
  deposit: boolean
  project: boolean
}

export type ContractStep =
  | 'ASK_BACK'
  | 'SUBMIT_BID'
  | 'RECORD_EMD'
  | 'RECORD_SECURITY'
  | 'CREATE_PROJECT'
  | 'ENTER_RESULT'
  | 'ENTER_AGREEMENT'

/** Deposits that are due back and not asked for yet. */
export const dueUnrequested = ({ status }: Pick<Contract, 'status'>, { deposits }: ContractFacts) =>
  deposits.filter((deposit) => standingOf(deposit, status) === 'DUE_BACK')

/** Days before the closing from which a tender closes soon; the same as in its quick filter. */
const soon = 14

type Case = Pick<Contract, 'status' | 'closingDate' | 'aggreementDate'>
interface Rule {
  step: ContractStep
  needs: keyof ContractRights
  applies: (contract: Case, facts: ContractFacts, today: string) => boolean
}

const hasEmd = ({ deposits }: ContractFacts) => deposits.some((deposit) => isLive(deposit) && isEmd(deposit))
const hasSecurity = ({ deposits }: ContractFacts) => deposits.some((deposit) => isLive(deposit) && !isEmd(deposit))
const isOneOf =
  (...statuses: ContractStatus[]) =>
  ({ status }: Case) =>
    statuses.includes(status)
const isWon = isOneOf('AWARDED', 'ACCEPTED')
const isBidding = isOneOf('DRAFT', 'SUBMITTED')
const isDraft = isOneOf('DRAFT')
const closesSoon = ({ closingDate }: Case, today: string) =>
  closingDate !== null && daysBetween(today, closingDate) < soon

/**
 * The next step is the first rule that applies and that the person may do: money that is owed first, then steps with a
 * day.
 */
const rules: readonly Rule[] = [
  { step: 'ASK_BACK', needs: 'edit', applies: (contract, facts) => dueUnrequested(contract, facts).length > 0 },
  {
    step: 'SUBMIT_BID',
    needs: 'edit',
    applies: (contract, _, today) => isDraft(contract) && closesSoon(contract, today),
  },
  {
    step: 'RECORD_EMD',
    needs: 'deposit',
    applies: (contract, facts) => isBidding(contract) && !hasEmd(facts) && facts.emdExemption === null,
  },
  { step: 'SUBMIT_BID', needs: 'edit', applies: isDraft },
  { step: 'RECORD_SECURITY', needs: 'deposit', applies: (contract, facts) => isWon(contract) && !hasSecurity(facts) },
  {
    step: 'CREATE_PROJECT',
    needs: 'project',
    applies: ({ status }, { isProjectCreated }) => status === 'AWARDED' && !isProjectCreated,
  },
  { step: 'ENTER_RESULT', needs: 'edit', applies: isOneOf('SUBMITTED') },
  {
    step: 'ENTER_AGREEMENT',
    needs: 'edit',
    applies: (contract) => isWon(contract) && contract.aggreementDate === null,
  },
]

/** The next step of a contract, among those that the person may do. */
export const nextOfContract = (contract: Case, facts: ContractFacts, may: ContractRights, today: string) =>
  rules.find(({ needs, applies }) => may[needs] && applies(contract, facts, today))?.step
