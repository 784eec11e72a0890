import { agreementLabels, getAgreement } from '@plinth/api/money/agreements'
import { type Bill, billColumnLabels, billLabels, getBill } from '@plinth/api/money/bills'
import { dayText, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { useRecord } from '../../lib/useRecord.ts'
import classes from './BillPaper.module.css'
import { periodStart } from './bill-period.ts'

/** The heading of a printed bill. Drafts and returned bills are marked, because the department gets neither. */
function nameOnPaper({ kind, number, title, status }: Bill): string {
  const name = kind === 'FINAL' ? t('Final bill no. {number}', { number }) : t('Running bill no. {number}', { number })
  return [name, title, status !== 'SUBMITTED' && status !== 'PASSED' && words(status)].filter(Boolean).join(', ')
}

/** The period from the day after the previous bill, or from the start of the agreement. */
function usePeriod({ uptoDate, previousBill }: Bill, startsOn: string | null | undefined): string | undefined {
  const previous = useRecord(getBill, { params: { id: previousBill?.id ?? '' }, enabled: previousBill !== null })
  const previousUpto = previousBill ? previous.data?.uptoDate : null
  if (startsOn === undefined || previousUpto === undefined) return undefined
  const from = periodStart({ uptoDate, previousUpto, startsOn })
  const upto = dayText(uptoDate)
  return from ? t('Work from {from} to {upto}', { from: dayText(from), upto }) : t('Work up to {upto}', { upto })
}

/** The head of a printed bill: the company, the bill, its period and its agreement. */
export function BillPaperHead({ bill }: { bill: Bill }) {
  const { agreementId, agreementNumber, agreementName, partyName, ourGstin, billDate, memoNo, passedOn } = bill
  const user = useUser()
  const agreement = useRecord(getAgreement, { params: { id: agreementId } }).data
  const period = usePeriod(bill, agreement && (agreement.startsOn ?? null))
  const numbered = (number: string, day: string | null | undefined) =>
    day ? t('{number} of {day}', { number, day: dayText(day) }) : number
  const facts = [
    { label: billColumnLabels.agreementName, text: agreementName },
    { label: agreementLabels.number, text: numbered(agreementNumber, agreement?.agreedOn) },
    { label: billColumnLabels.partyName, text: partyName },
    { label: billLabels.memoNo, text: memoNo && numbered(memoNo, passedOn) },
  ]
  return (
    <div className={`${classes['paper']} ${classes['head']}`}>
      <div>
        <div className={classes['company']}>{user?.tenantName}</div>
        {ourGstin && <div>{t('GSTIN {number}', { number: ourGstin })}</div>}
      </div>
      <div>
        <div className={classes['bill']}>{nameOnPaper(bill)}</div>
        <div className={classes['period']}>
          {dayText(billDate)}
          <br />
          {period}
        </div>
      </div>
      <dl className={classes['facts']}>
        {facts.map(
          ({ label, text }) =>
            text && (
              <div key={label} className={classes['fact']}>
                <dt>{translated(label)}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}

const ofContractor = [t('Contractor')]
const ofDepartment = [t('Measured by'), t('Checked by'), t('Passed for payment by')]

/** The places for the contractor's and the department's signature on a printed bill. */
export function Signatures({ bill }: { bill: Bill }) {
  const user = useUser()
  return (
    <div className={`${classes['paper']} ${classes['signatures']}`}>
      <Signed party={user?.tenantName ?? ''} as={ofContractor} />
      <Signed party={bill.partyName} as={ofDepartment} />
    </div>
  )
}

const Signed = ({ party, as }: { party: string; as: readonly string[] }) => (
  <div className={classes['side']}>
    <p>{t('For {party}', { party })}</p>
    <ul className={classes['lines']}>
      {as.map((role) => (
        <li key={role}>
          {role}
          <small>{t('Name, designation and date')}</small>
        </li>
      ))}
    </ul>
  </div>
)
