import { isBack, isEmd, isHeld, isLive, standingOf, sumOf } from '@plinth/api/deposits/deposit-standing'
import type { Deposit } from '@plinth/api/deposits/deposits'
import type { Contract, ContractStatus } from '@plinth/api/tenders/contracts'
import { dayText, rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { StoryState, StoryStep } from '../../ui/record/RecordStory.tsx'
import type { ContractFacts } from './contract-next.ts'

/** A contract's project. Only people who may see projects get it. */
export interface ContractProject {
  id: string
  projectName: string
}

interface StoryFacts extends ContractFacts {
  project: ContractProject | null
}

type Case = Pick<Contract, 'id' | 'status' | 'closingDate' | 'resultDate' | 'awardedDate' | 'aggreementDate'>

const unwon: readonly ContractStatus[] = ['REJECTED', 'CANCELLED']
const isUnwon = ({ status }: Case) => unwon.includes(status)
const isOpen = ({ status }: Case) => status === 'DRAFT' || status === 'SUBMITTED'
const isWon = (contract: Case) => !isOpen(contract) && !isUnwon(contract)

/** The state of a day that should be entered by now when `isDue`. */
const dayState = (day: string | null, isDue: boolean): StoryState => (day ? 'done' : isDue ? 'missing' : 'ahead')

function tender({ id, status, closingDate }: Case): StoryStep {
  const day = dayText(closingDate)
  const isOpen = status === 'DRAFT'
  const detail = closingDate ? (isOpen ? t('closes {day}', { day }) : t('closed {day}', { day })) : t('No closing date')
  const link = closingDate ? { hash: 'facts' } : { to: `/contracts/${id}/edit`, hash: 'field-closingDate' }
  return { label: t('Tender'), detail, state: isOpen ? 'now' : 'done', ...link }
}

/** Several deposits of a kind as one step: their sum, and a link to the only one or to the list. */
function depositStep(
  label: string,
  deposits: Deposit[],
  none: { detail: string; state: StoryState; hash?: string },
): StoryStep {
  if (deposits.length === 0) return { label, hash: 'deposits', ...none }
  const [first] = deposits
  const place =
    deposits.length === 1 && first
      ? { to: `/contracts/${first.contractId}/security-deposit/${first.id}` }
      : { hash: 'deposits' }
  return { label, detail: rupees(sumOf(deposits)), state: 'done', ...place }
}

/** An exemption counts as done, not as missing. */
const exemptionStep = ({ emdExemption }: StoryFacts) =>
  emdExemption && {
    detail: emdExemption === 'ACCEPTED' ? t('exempt') : t('exemption claimed'),
    state: 'done' as const,
    hash: 'exemptions',
  }

function result(contract: Case): StoryStep {
  const { id, status, resultDate } = contract
  const edit = { to: `/contracts/${id}/edit`, hash: 'field-resultDate' }
  if (status === 'SUBMITTED') return { label: t('Result'), detail: t('awaited'), state: 'now', ...edit }
  if (status === 'DRAFT') return { label: t('Result'), detail: '', state: 'ahead', ...edit }
  const day = resultDate ? dayText(resultDate) : t('No result date')
  const detail = isUnwon(contract) ? `${words(status)}, ${day}` : day
  return { label: t('Result'), detail, state: dayState(resultDate, true), ...edit }
}

function dayOf(contract: Case, label: string, field: 'awardedDate' | 'aggreementDate', none: string): StoryStep {
  const state = dayState(contract[field], isWon(contract))
  const detail = contract[field] ? dayText(contract[field]) : state === 'missing' ? none : ''
  return { label, detail, state, to: `/contracts/${contract.id}/edit`, hash: `field-${field}` }
}

function project(contract: Case, { project: known, isProjectCreated }: StoryFacts): StoryStep {
  const label = t('Project')
  if (known) return { label, detail: known.projectName, state: 'done', to: `/projects/${known.id}` }
  if (isProjectCreated) return { label, detail: t('created'), state: 'done', hash: 'project' }
  const isNow = contract.status === 'AWARDED'
  return { label, detail: isNow ? t('not created') : '', state: isNow ? 'now' : 'ahead', hash: 'project' }
}

function refund({ status }: Case, live: Deposit[]): StoryStep {
  const label = t('Refund')
  const standings = live.map((deposit) => standingOf(deposit, status))
  const back = live.filter(isBack)
  if (back.length > 0 && !standings.some(isHeld))
    return {
      label,
      detail: t('{amount} back', { amount: rupees(sumOf(back, 'receivedAmount')) }),
      state: 'done',
      hash: 'deposits',
    }
  const isDue = standings.includes('DUE_BACK')
  if (isDue || standings.includes('ASKED_FOR')) {
    const due = live.filter((_, at) => standings[at] === (isDue ? 'DUE_BACK' : 'ASKED_FOR'))
    const amount = rupees(sumOf(due, 'openAmount'))
    const detail = isDue ? t('{amount} due back', { amount }) : t('{amount} asked for', { amount })
    return { label, detail, state: isDue ? 'missing' : 'now', hash: 'deposits' }
  }
  return { label, detail: '', state: 'ahead', hash: 'deposits' }
}

/**
 * The steps of a tender, from its notice to the refund. A tender that was not won ends with the result and the refund.
 */
export function storyOfContract(contract: Case, facts: StoryFacts): StoryStep[] {
  const live = facts.deposits.filter(isLive)
  const wasBid = contract.status !== 'DRAFT'
  const emd = depositStep(
    t('EMD'),
    live.filter(isEmd),
    exemptionStep(facts) ?? { detail: t('not recorded'), state: wasBid ? 'missing' : 'ahead' },
  )
  const firstSteps = [tender(contract), emd, result(contract)]
  if (isUnwon(contract)) return [...firstSteps, refund(contract, live)]
  const securities = live.filter((deposit) => !isEmd(deposit))
  const security = depositStep(t('Security'), securities, {
    detail: isWon(contract) ? t('not recorded') : '',
    state: isWon(contract) ? 'missing' : 'ahead',
  })
  return [
    ...firstSteps,
    dayOf(contract, t('Award'), 'awardedDate', t('No award date')),
    security,
    dayOf(contract, t('Agreement'), 'aggreementDate', t('No agreement date')),
    project(contract, facts),
    refund(contract, live),
  ]
}
