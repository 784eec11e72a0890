import type { DepositRelease, NextStep } from '@plinth/api/deposits/deposit-releases'
import type { Deposit } from '@plinth/api/deposits/deposits'
import type { ContractStatus } from '@plinth/api/tenders/contracts'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { isBack, standingOf } from './deposit-standing.ts'
import { eventOf } from './release-words.ts'

/** What the release of a deposit tells, and what its status asks for before and after it is open. */
export type DepositStep = NextStep | 'SUBMIT' | 'RECORD_RETURN' | 'ENTER_DAY'

type Case = Pick<Deposit, 'status' | 'depositeReturnedDate' | 'receivedAmount'>

/** What somebody entered since: nothing that a status says goes before it. */
const entered: readonly NextStep[] = ['OWN', 'DISPUTE', 'SHORTFALL', 'FOLLOW_UP']

function stepWithoutRelease(deposit: Case): DepositStep | undefined {
  if (deposit.status === 'DRAFT') return 'SUBMIT'
  // What was carried over as a whole never came back.
  return isBack(deposit) && !deposit.depositeReturnedDate && deposit.receivedAmount > 0 ? 'ENTER_DAY' : undefined
}

/**
 * The one thing to do next about a deposit of a contract that has this status. As long as something of it is open that is what its
 * release says, unless its status says that it is still to be lodged, or that it was asked for by a letter that stands nowhere.
 */
export function nextOfDeposit(
  deposit: Case,
  contractStatus: ContractStatus,
  { nextStep }: Pick<DepositRelease, 'nextStep'>,
): DepositStep | undefined {
  if (nextStep === null) return stepWithoutRelease(deposit)
  if (entered.includes(nextStep)) return nextStep
  const standing = standingOf(deposit, contractStatus)
  if (standing === 'ASKED_FOR') return 'RECORD_RETURN'
  return standing === 'RUNNING' && deposit.status === 'PENDING' ? 'SUBMIT' : nextStep
}

/** The next step as a sentence that says what to do. */
export function sayNext(
  step: DepositStep,
  { disputedOn }: Pick<Deposit, 'disputedOn'>,
  { ownNextStep, requestNumber, basis }: Pick<DepositRelease, 'ownNextStep' | 'requestNumber' | 'basis'>,
): string {
  switch (step) {
    case 'OWN':
      return ownNextStep ?? ''
    case 'DISPUTE':
      return t('Take up the dispute of {day}', { day: dayText(disputedOn) })
    case 'SHORTFALL':
      return t('Accept the deduction or ask for the rest')
    case 'FOLLOW_UP':
      return t('Follow up request {number}', { number: requestNumber ?? '' })
    case 'WAIT':
      return t('Wait for {event}', { event: eventOf(basis) })
    case 'SET_DUE':
      return t('Say when it comes back')
    case 'ASK':
      return t('Write the refund request')
    case 'SUBMIT':
      return t('Lodge it')
    case 'RECORD_RETURN':
      return t('It was asked for: enter when it has come back')
    case 'ENTER_DAY':
      return t('Enter the day of the return')
  }
}

/** The day that a step is for; of what its status asks for there is none. */
export const dayOfStep = (step: DepositStep, { nextStep, nextOn }: Pick<DepositRelease, 'nextStep' | 'nextOn'>) =>
  step === nextStep ? nextOn : null
