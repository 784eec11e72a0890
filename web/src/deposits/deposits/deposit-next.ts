import type { DepositRelease, NextStep } from '@plinth/api/deposits/deposit-releases'
import { isBack, standingOf } from '@plinth/api/deposits/deposit-standing'
import type { Deposit } from '@plinth/api/deposits/deposits'
import type { ContractStatus } from '@plinth/api/tenders/contracts'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { eventOf } from './release-words.ts'

/** The next steps of the release, and those that follow from the status before and after the deposit is open. */
export type DepositStep = NextStep | 'SUBMIT' | 'RECORD_RETURN' | 'ENTER_DAY'

type StepDeposit = Pick<Deposit, 'status' | 'depositeReturnedDate' | 'receivedAmount'>

/** Steps that follow from what users entered; they take precedence over those of the status. */
const enteredSteps: readonly NextStep[] = ['OWN', 'DISPUTE', 'SHORTFALL', 'FOLLOW_UP']

function stepWithoutRelease(deposit: StepDeposit): DepositStep | undefined {
  if (deposit.status === 'DRAFT') return 'SUBMIT'
  // A deposit that was carried over as a whole never came back.
  return isBack(deposit) && !deposit.depositeReturnedDate && deposit.receivedAmount > 0 ? 'ENTER_DAY' : undefined
}

/**
 * The next step of a deposit. An open deposit has the step of its release, unless its status says that it must still be lodged or
 * was asked for without a stored letter. `contractStatus` is that of its contract.
 */
export function nextOfDeposit(
  deposit: StepDeposit,
  contractStatus: ContractStatus,
  { nextStep }: Pick<DepositRelease, 'nextStep'>,
): DepositStep | undefined {
  if (nextStep === null) return stepWithoutRelease(deposit)
  if (enteredSteps.includes(nextStep)) return nextStep
  const standing = standingOf(deposit, contractStatus)
  if (standing === 'ASKED_FOR') return 'RECORD_RETURN'
  return standing === 'RUNNING' && deposit.status === 'PENDING' ? 'SUBMIT' : nextStep
}

/** The sentence of a next step. */
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

/** The day of a step; null for steps that follow from the status. */
export const dayOfStep = (step: DepositStep, { nextStep, nextOn }: Pick<DepositRelease, 'nextStep' | 'nextOn'>) =>
  step === nextStep ? nextOn : null
