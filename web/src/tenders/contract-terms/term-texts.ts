import { type ContractTerms, termLabels } from '@plinth/api/tenders/contract-terms'
import type { Contract } from '@plinth/api/tenders/contracts'
import { counted, dayText, percent, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'

export interface Term {
  label: string
  /** The value of the term; empty if nobody entered it. */
  text: string
  wide?: boolean
}

type Empty = false | null | ''

const joined = (...parts: (string | Empty)[]) => parts.filter(Boolean).join(', ')

const textOf = <T>(value: T | null, format: (value: T) => string) => value !== null && format(value)

const ofAward = (days: number) => t('within {days} of the award', { days: counted(days, 'day') })
const until = (day: string) => t('until {day}', { day: dayText(day) })

/**
 * The texts of a contract's terms, with related terms in one text. Without a completion in the terms, the contract's
 * actual end counts.
 */
export function termsOf(terms: ContractTerms, { actualEndDate }: Pick<Contract, 'actualEndDate'>): Term[] {
  const beyond = (days: number) => t('valid {days} beyond completion', { days: counted(days, 'day') })
  return [
    { label: translated(termLabels.ownerId), text: terms.ownerName ?? '' },
    {
      label: t('Bid validity'),
      text: joined(
        textOf(terms.bidValidUntil, until),
        textOf(terms.bidValidityDays, (days) => counted(days, 'day')),
      ),
    },
    { label: translated(termLabels.emdAmount), text: textOf(terms.emdAmount, rupees) || '' },
    {
      label: t('Performance security'),
      text: joined(
        textOf(terms.psPercent, percent),
        textOf(terms.psDays, ofAward),
        textOf(terms.psValidBeyondDays, beyond),
      ),
    },
    {
      label: t('Security deposit'),
      text: joined(
        textOf(terms.sdPercent, percent),
        textOf(terms.sdCapPercent, (most) => t('at most {percent}', { percent: percent(most) })),
      ),
    },
    { label: t('Agreement'), text: textOf(terms.agreementDays, ofAward) || '' },
    {
      label: t('Defect liability'),
      text: joined(
        textOf(terms.dlpMonths, (months) => counted(months, 'month')),
        textOf(terms.dlpEnd, until),
      ),
    },
    { label: translated(termLabels.completedOn), text: textOf(terms.completedOn ?? actualEndDate, dayText) || '' },
    { label: translated(termLabels.finalBillOn), text: textOf(terms.finalBillOn, dayText) || '' },
    { label: translated(termLabels.refundClause), text: terms.refundClause ?? '', wide: true },
  ]
}
