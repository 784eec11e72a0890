import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import {
  type Bill,
  billLabels,
  getBill,
  billColumnLabels as labels,
  listBillStatusHistory,
} from '@plinth/api/money/bills'
import { typedFaults } from '@plinth/api/money/typed-limits'
import { Link } from '@tanstack/react-router'
import { dayText, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { recallSearch } from '../../lib/search.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FactGroup, ReadValue, RecordSection } from '../../ui/form/FieldGroup.tsx'
import { RecordHead } from '../../ui/record/RecordHead.tsx'
import { RecordHistory } from '../../ui/record/RecordHistory.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { agreementPath } from '../agreements/agreement-words.ts'
import { headsPath } from '../bill-heads/heads-path.ts'
import { lineLabels } from '../bill-heads/line-labels.ts'
import { Memorandum } from '../bill-heads/Memorandum.tsx'
import { TermsFaults } from '../bill-heads/TermsFaults.tsx'
import { BillActs } from './BillActs.tsx'
import classes from './BillPaper.module.css'
import { BillWarnings } from './BillWarnings.tsx'
import { billTones, isOpen, listPath } from './bill-words.ts'

// A bill with typed work has neither sheets nor an abstract.
const SheetsOfBill = lazyPart(() => import('./SheetsOfBill.tsx'), 'SheetsOfBill', {
  waiting: <Skeleton height={120} />,
})
const BillPaperHead = lazyPart(() => import('./BillPaper.tsx'), 'BillPaperHead')
const Signatures = lazyPart(() => import('./BillPaper.tsx'), 'Signatures')
const Abstract = lazyPart(() => import('./Abstract.tsx'), 'Abstract', { waiting: <Skeleton height={320} /> })

/** The page of a bill: its status and next step, its memorandum claimed beside passed, and its facts. */
export function BillPage() {
  const stored = useRecord(getBill)
  const bill = stored.data
  return (
    <Screen
      title={bill ? bill.name : t('Bill')}
      context={
        bill ? (
          <Anchor component={Link} to={agreementPath({ id: bill.agreementId })} inherit underline="always">
            {`${bill.agreementNumber}, ${bill.agreementName}`}
          </Anchor>
        ) : (
          ' '
        )
      }
      source={stored}
      failure={t('Failed to fetch bill')}
      paperHead={bill && <BillPaperHead bill={bill} />}
      actions={
        <LinkButton variant="default" to={listPath} search={recallSearch(listPath)}>
          {t('Back to list')}
        </LinkButton>
      }
    >
      {bill ? (
        <Shown key={bill.id} bill={bill} />
      ) : (
        <Stack gap="sm" aria-busy>
          {[150, 420, 200].map((height) => (
            <Skeleton key={height} height={height} />
          ))}
        </Stack>
      )}
    </Screen>
  )
}

function Shown({ bill }: { bill: Bill }) {
  return (
    <div className={classes['page']}>
      <Head bill={bill} />
      {bill.workSource === 'ITEMS' && (
        <>
          <SheetsOfBill bill={bill} />
          <Abstract bill={bill} />
        </>
      )}
      <RecordSection title={t('Memorandum of payment')}>
        <div data-screen-only>
          <Notes bill={bill} />
        </div>
        {bill.claimed && <Memorandum claimed={bill.claimed} passed={bill.passed} why={bill} />}
      </RecordSection>
      <Facts bill={bill} />
      <RecordHistory record={bill} statuses={listBillStatusHistory} />
      <Signatures bill={bill} />
    </div>
  )
}

/** Notes to read before the memorandum, and the faults that prevent computing it. */
function Notes({ bill }: { bill: Bill }) {
  return (
    <>
      {bill.previousBill?.isProvisional && (
        <Text mb="sm">
          {t('Provisional: {bill} is still with the department, and counts as claimed.', {
            bill: bill.previousBill.name,
          })}
        </Text>
      )}
      {bill.status === 'RETURNED' && <Text mb="sm">{t('As it would be submitted again now.')}</Text>}
      <TermsFaults faults={bill.faults} />
      {bill.faults.length > 0 && (
        <Anchor component={Link} to={headsPath({ id: bill.agreementId })} inherit underline="always">
          {t('Open the bill heads')}
        </Anchor>
      )}
      {isOpen(bill) && bill.claimed && (
        <BillWarnings bill={bill.claimed} faults={typedFaults(bill.claimed.lines, bill.typed)} />
      )}
    </>
  )
}

function Head({ bill }: { bill: Bill }) {
  const { kind, status, billDate, uptoDate, netPassed, short, passedOn } = bill
  return (
    <RecordHead
      number={kind === 'FINAL' ? words(kind) : null}
      status={<StatusBadge status={status} tones={billTones} />}
      figures={[
        {
          label: translated(labels.billDate),
          value: dayText(billDate),
          note: t('work up to {day}', { day: dayText(uptoDate) }),
        },
        netClaimedOf(bill),
        {
          label: translated(labels.netPassed),
          value: rupees(netPassed),
          ...(short && { note: shortText(short), isAlarm: short > 0 }),
          ...(!short && passedOn && { note: dayText(passedOn) }),
        },
      ]}
      next={<BillActs bill={bill} />}
    />
  )
}

/** The net as submitted, as in lists, or of a draft as it would be now. A returned bill may have another net now. */
function netClaimedOf({ claimed, netClaimed }: Bill) {
  const now = claimed && Number(claimed.net.since)
  const label = translated(labels.netClaimed)
  if (netClaimed === null || now === null || now === netClaimed) return { label, value: rupees(netClaimed ?? now) }
  return { label, value: rupees(netClaimed), note: t('{amount} as it is now', { amount: rupees(now) }) }
}

const shortText = (short: number) =>
  short > 0 ? t('{amount} short', { amount: rupees(short) }) : t('{amount} more', { amount: rupees(-short) })

/** The entered fields, without empty ones. */
function Facts({ bill }: { bill: Bill }) {
  const { title, workSource, claimed, workUpto, workPassed, variationUpto, typed, memoNo, passedOn } = bill
  const { partyName, ourGstin } = bill
  const texts = ['returnReason', 'cancelReason', 'takenBackReason', 'comment'] as const
  return (
    <FactGroup title={t('What was entered')}>
      <ReadValue label={translated(labels.partyName)}>{partyName}</ReadValue>
      {ourGstin && <ReadValue label={translated(labels.ourGstin)}>{ourGstin}</ReadValue>}
      {title && <ReadValue label={translated(billLabels.title)}>{title}</ReadValue>}
      <ReadValue label={t('Work from')}>{workSource === 'ITEMS' ? t('Recorded sheets') : t('Typed amount')}</ReadValue>
      <ReadValue label={translated(billLabels.workUpto)}>
        {rupees(workSource === 'ITEMS' ? claimed && Number(claimed.work.upto) : workUpto)}
      </ReadValue>
      {workPassed !== null && <ReadValue label={translated(billLabels.workPassed)}>{rupees(workPassed)}</ReadValue>}
      {variationUpto !== 0 && (
        <ReadValue label={translated(billLabels.variationUpto)}>{rupees(variationUpto)}</ReadValue>
      )}
      {memoNo && <ReadValue label={translated(billLabels.memoNo)}>{memoNo}</ReadValue>}
      {passedOn && <ReadValue label={translated(billLabels.passedOn)}>{dayText(passedOn)}</ReadValue>}
      {typed.length > 0 && (
        <ReadValue label={translated(billLabels.typed)} wide>
          {typed
            .map(({ head, since, note }) => [`${lineLabels[head]} ${rupees(since)}`, note].filter(Boolean).join(': '))
            .join('\n')}
        </ReadValue>
      )}
      {texts.map((name) => {
        const text = bill[name]
        return (
          text && (
            <ReadValue key={name} label={translated(billLabels[name])} wide>
              {text}
            </ReadValue>
          )
        )
      })}
    </FactGroup>
  )
}
