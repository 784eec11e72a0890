import { isBack, isLive, type Standing } from '@plinth/api/deposits/deposit-standing'
import type { Deposit } from '@plinth/api/deposits/deposits'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { StoryState, StoryStep } from '../../ui/record/RecordStory.tsx'

/** The standing of a deposit and its days, beside the deposit's own fields. */
export interface Course {
  standing: Standing
  dueSince: string | null
  askedSince: string | null
  /** The due day of the release. */
  dueOn?: string | null
  /** Whether the due day is after today. */
  isToCome?: boolean
}

type StoryDeposit = Pick<Deposit, 'id' | 'contractId' | 'status' | 'depositSubmitedDate' | 'depositeReturnedDate'>

/** The state of each step by standing. Forfeited and unpaid deposits are never due back. */
const dueStates: Partial<Record<Standing, StoryState>> = { DUE_BACK: 'now', ASKED_FOR: 'done', BACK: 'done' }
const askedStates: Partial<Record<Standing, StoryState>> = { ASKED_FOR: 'now', BACK: 'done' }

const since = (day: string | null) => (day ? t('since {day}', { day: dayText(day) }) : '')

/** The steps of a deposit: lodged, due back, asked for, back; for a forfeited deposit, lodged and forfeited. */
export function storyOfDeposit(
  deposit: StoryDeposit,
  { standing, dueSince, askedSince, dueOn, isToCome }: Course,
): StoryStep[] {
  const { id, contractId, depositSubmitedDate, depositeReturnedDate } = deposit
  const edit = `/contracts/${contractId}/security-deposit/${id}/edit`
  const isPaid = isLive(deposit)
  const lodged: StoryStep = {
    label: t('Lodged'),
    detail: depositSubmitedDate ? dayText(depositSubmitedDate) : isPaid ? t('No day') : '',
    state: depositSubmitedDate ? 'done' : isPaid ? 'missing' : 'ahead',
    to: edit,
    hash: 'field-depositSubmitedDate',
  }
  if (standing === 'FORFEITED') return [lodged, { label: t('Forfeited'), detail: '', state: 'now', hash: 'history' }]
  const hasReturned = isBack(deposit)
  return [
    lodged,
    {
      label: t('Due back'),
      detail: dueOn ? dayText(dueOn) : since(dueSince),
      state: isToCome && standing === 'DUE_BACK' ? 'ahead' : (dueStates[standing] ?? 'ahead'),
      to: `/contracts/${contractId}`,
    },
    { label: t('Asked for'), detail: since(askedSince), state: askedStates[standing] ?? 'ahead', hash: 'history' },
    {
      label: t('Back'),
      detail: depositeReturnedDate ? dayText(depositeReturnedDate) : hasReturned ? t('No day') : '',
      state: hasReturned ? (depositeReturnedDate ? 'done' : 'missing') : 'ahead',
      to: edit,
      hash: 'field-depositeReturnedDate',
    },
  ]
}
