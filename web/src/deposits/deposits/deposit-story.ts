import type { Deposit } from '@plinth/api/deposits/deposits'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { StoryState, StoryStep } from '../../ui/record/RecordStory.tsx'
import { isBack, isLive, type Standing } from './deposit-standing.ts'

/** What is known beside the deposit itself: where its money stands, and since when. */
export interface Course {
  standing: Standing
  dueSince: string | null
  askedSince: string | null
  /** The day that its release says, where there is one. */
  dueOn?: string | null
  /** That day has not come yet. */
  isToCome?: boolean
}

type Case = Pick<Deposit, 'id' | 'contractId' | 'status' | 'depositSubmitedDate' | 'depositeReturnedDate'>

/** How far each step is, by where the money stands; nothing is due back of what is lost or was never paid. */
const dueStates: Partial<Record<Standing, StoryState>> = { DUE_BACK: 'now', ASKED_FOR: 'done', BACK: 'done' }
const askedStates: Partial<Record<Standing, StoryState>> = { ASKED_FOR: 'now', BACK: 'done' }

const since = (day: string | null) => (day ? t('since {day}', { day: dayText(day) }) : '')

/** What becomes of a deposit: lodged, due back, asked for, back. One that is forfeited ends so. */
export function storyOfDeposit(
  deposit: Case,
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
