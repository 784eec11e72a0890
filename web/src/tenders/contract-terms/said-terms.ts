import { type ContractTerms, termLabels } from '@plinth/api/tenders/contract-terms'
import type { Contract } from '@plinth/api/tenders/contracts'
import { counted, dayText, percent, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'

export interface Term {
  label: string
  /** What is said of it; empty where nobody said anything. */
  text: string
  wide?: boolean
}

type Empty = false | null | ''

const joined = (...parts: (string | Empty)[]) => parts.filter(Boolean).join(', ')

const when = <T>(value: T | null, say: (value: T) => string) => value !== null && say(value)

const ofAward = (days: number) => t('within {days} of the award', { days: counted(days, 'day') })
const until = (day: string) => t('until {day}', { day: dayText(day) })

/** The terms of a contract as they are read, those that belong together as one; it counts as completed where it has actually ended. */
export function termsOf(terms: ContractTerms, { actualEndDate }: Pick<Contract, 'actualEndDate'>): Term[] {
  const beyond = (days: number) => t('valid {days} beyond completion', { days: counted(days, 'day') })
  return [
    { label: translated(termLabels.ownerId), text: terms.ownerName ?? '' },
    {
      label: t('Bid validity'),
      text: joined(
        when(terms.bidValidUntil, until),
        when(terms.bidValidityDays, (days) => counted(days, 'day')),
      ),
    },
    { label: translated(termLabels.emdAmount), text: when(terms.emdAmount, rupees) || '' },
    {
      label: t('Performance security'),
      text: joined(when(terms.psPercent, percent), when(terms.psDays, ofAward), when(terms.psValidBeyondDays, beyond)),
    },
    {
      label: t('Security deposit'),
      text: joined(
        when(terms.sdPercent, percent),
        when(terms.sdCapPercent, (most) => t('at most {percent}', { percent: percent(most) })),
      ),
    },
    { label: t('Agreement'), text: when(terms.agreementDays, ofAward) || '' },
    {
      label: t('Defect liability'),
      text: joined(
        when(terms.dlpMonths, (months) => counted(months, 'month')),
        when(terms.dlpEnd, until),
      ),
    },
    { label: translated(termLabels.completedOn), text: when(terms.completedOn ?? actualEndDate, dayText) || '' },
    { label: translated(termLabels.finalBillOn), text: when(terms.finalBillOn, dayText) || '' },
    { label: translated(termLabels.refundClause), text: terms.refundClause ?? '', wide: true },
  ]
}
