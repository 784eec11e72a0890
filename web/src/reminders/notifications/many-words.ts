import type { DeadlineKind } from '@plinth/api/reminders/deadlines'
import type { HappeningKind, Notification } from '@plinth/api/reminders/notifications'
import { t } from '../../lib/language.ts'
import { agendaPath } from '../deadlines/agenda-address.ts'

/** A sentence with a count. */
type CountedText = (count: string) => string

const manyDocuments: CountedText = (count) => t('{count} documents expire', { count })

/** The line of a notification for several deadlines of a kind. */
export const manyDeadlines: Record<DeadlineKind, CountedText> = {
  TENDER_CLOSES: (count) => t('{count} bids are to be handed in', { count }),
  TENDER_RESULT: (count) => t('{count} results are to be asked for', { count }),
  BID_VALIDITY_ENDS: (count) => t('The validity of {count} bids ends', { count }),
  SECURITY_TO_LODGE: (count) => t('{count} performance securities are to be lodged', { count }),
  AGREEMENT_TO_SIGN: (count) => t('{count} agreements are to be signed', { count }),
  COMPLETION: (count) => t('{count} works are to be completed', { count }),
  DEFECT_PERIOD_ENDS: (count) => t('The defect liability of {count} works ends', { count }),
  REFUND_DUE: (count) => t('{count} deposits fall due', { count }),
  REFUND_STEP: (count) => t('{count} deposits have a next step', { count }),
  CLAIM_TIME_BARRED: (count) => t('{count} claims become time-barred', { count }),
  GUARANTEE_EXPIRES: (count) => t('{count} guarantees expire', { count }),
  GUARANTEE_CLAIMED: (count) => t('{count} claims on guarantees are to be answered', { count }),
  GUARANTEE_TOO_SHORT: (count) => t('{count} guarantees are to be extended', { count }),
  GUARANTEE_TO_DISCHARGE: (count) => t('{count} guarantees are to be fetched back', { count }),
  RECEIPT_MATURES: (count) => t('{count} deposit receipts mature', { count }),
  DRAFT_GOES_STALE: (count) => t('{count} drafts go stale', { count }),
  EXEMPTION_EXPIRES: (count) => t('{count} exemptions expire', { count }),
  GUARANTEE_NEEDED: (count) => t('{count} guarantees are to be given', { count }),
  FACILITY_REVIEW: (count) => t('Banks review {count} limits', { count }),
  PROJECT_ENDS: (count) => t('{count} projects end', { count }),
  TASK_DUE: (count) => t('{count} tasks are due', { count }),
  REVIEW_WAITING: (count) => t('{count} reviews wait', { count }),
  GENERAL_TASK_DUE: (count) => t('{count} general tasks are due', { count }),
  CONTRACT_DOCUMENT_EXPIRES: manyDocuments,
  PROJECT_DOCUMENT_EXPIRES: manyDocuments,
  TASK_DOCUMENT_EXPIRES: manyDocuments,
  VEHICLE_DOCUMENT_EXPIRES: manyDocuments,
  INSURANCE_DOCUMENT_EXPIRES: manyDocuments,
  PAYMENT_DOCUMENT_EXPIRES: manyDocuments,
}

/** Kinds of notifications that only have a count. */
export type Tally = Exclude<Notification['kind'], DeadlineKind | HappeningKind>

interface TallyWords {
  one: string
  many: CountedText
  /** The reason of the notification. */
  why: string
  to: string
}

export const tallies: Record<Tally, TallyWords> = {
  DUTIES: {
    one: t('One of your duties is overdue or due within a week'),
    many: (count) => t('{count} of your duties are overdue or due within a week', { count }),
    why: t('told once, as reminders begin'),
    to: agendaPath,
  },
  FAULTS: {
    one: t('A reminder that coverage promises would not come'),
    many: (count) => t('{count} reminders that coverage promises would not come', { count }),
    why: t('found when coverage was proved, as it is each day'),
    to: '/reminders/coverage',
  },
}

/** The line of a notification for several happenings of a kind, and the path of their list. */
export const manyHappenings: Record<HappeningKind, { text: CountedText; to: string }> = {
  CONTRACT_GIVEN: { text: (count) => t('{count} tenders were given to you', { count }), to: '/contracts/list' },
  DEPOSIT_GIVEN: {
    text: (count) => t('{count} deposits were given to you', { count }),
    to: '/contracts/deposit-register',
  },
  TASK_GIVEN: { text: (count) => t('{count} tasks were given to you', { count }), to: '/project-tasks/list' },
  GENERAL_TASK_GIVEN: {
    text: (count) => t('{count} general tasks were given to you', { count }),
    to: '/general-tasks',
  },
  MENTIONED: { text: (count) => t('You are mentioned in {count} notes', { count }), to: '/' },
  REVIEW_ASKED: { text: (count) => t('{count} reviews are asked for', { count }), to: '/project-tasks/list' },
  REVIEW_APPROVED: { text: (count) => t('Reviews approved {count} tasks', { count }), to: '/project-tasks/list' },
  REVIEW_REJECTED: { text: (count) => t('Reviews rejected {count} tasks', { count }), to: '/project-tasks/list' },
  INSTRUMENT_CLAIMED: {
    text: (count) => t('The bank was asked to pay {count} guarantees', { count }),
    to: '/contracts/instruments',
  },
  REFUND_RECEIVED: {
    text: (count) => t('Money of {count} deposits came back', { count }),
    to: '/contracts/deposit-register',
  },
}
