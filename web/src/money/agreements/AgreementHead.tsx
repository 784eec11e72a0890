import { Anchor, Group } from '@mantine/core'
import { type Agreement, agreementLabels, updateAgreement } from '@plinth/api/money/agreements'
import { createBill } from '@plinth/api/money/bills'
import { createScheduleItem, getScheduleTotals } from '@plinth/api/works/schedule-items'
import { Link } from '@tanstack/react-router'
import { dash, dayText, percent, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordHead } from '../../ui/record/RecordHead.tsx'
import { StatusStep } from '../../ui/record/StatusStep.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { schedulePath } from '../../works/schedule-items/schedule-path.ts'
import { listPath as billsPath } from '../bills/bill-words.ts'
import { useBillsOfAgreement } from '../bills/useBillsOfAgreement.ts'
import { AgreementStatusCell } from './AgreementStatus.tsx'
import { dueOfAgreement, lacksSchedule, mayBillTyped, nextOfAgreement } from './agreement-next.ts'
import { agreementName, agreementPath } from './agreement-words.ts'

const pricingOf = ({ pricing, tenderPercentage }: Agreement) =>
  tenderPercentage === null ? words(pricing) : `${words(pricing)}, ${percent(tenderPercentage)}`

/** The head of an agreement's page: status, value, party and remaining time. */
export function AgreementHead({ agreement }: { agreement: Agreement }) {
  const { direction, value, partyName, agreedOn } = agreement
  return (
    <RecordHead
      number={agreement.number}
      status={<AgreementStatusCell {...agreement} />}
      due={dueOfAgreement(agreement)}
      figures={[
        { label: words(direction), value: partyName },
        { label: translated(agreementLabels.value), value: rupees(value), note: pricingOf(agreement) },
        { label: translated(agreementLabels.agreedOn), value: agreedOn ? dayText(agreedOn) : dash },
      ]}
      next={useCan(updateAgreement) ? <Next agreement={agreement} /> : null}
    />
  )
}

/** The numbers of schedule items and bills, as far as the next step depends on them; undefined until loaded. */
function useCounts(agreement: Agreement) {
  const { id, status, direction } = agreement
  const isAsked = status === 'DRAFT' || status === 'ACTIVE'
  const mayRead = useCan(getScheduleTotals)
  const { data } = useRecord(getScheduleTotals, { params: { agreementId: id }, enabled: isAsked && mayRead })
  const items = data && data.items + data.sections
  const isBilled = status === 'ACTIVE' && direction === 'RECEIVABLE'
  const bills = useBillsOfAgreement(id, isBilled && items === 0).data?.totalElements
  if (items === undefined) return undefined
  if (!isBilled || items > 0) return { items, bills: 0 }
  return bills === undefined ? undefined : { items, bills }
}

/** The next step; without a schedule also links to enter one or to bill a typed amount. */
function Next({ agreement }: { agreement: Agreement }) {
  const counts = useCounts(agreement)
  const isScheduleMissing = useCan(createScheduleItem) && counts !== undefined && lacksSchedule(agreement, counts)
  const isTyped = useCan(createBill) && counts !== undefined && mayBillTyped(agreement, counts)
  if (!isScheduleMissing && !isTyped) return <OwnNext agreement={agreement} />
  return (
    <Group gap="sm">
      {isScheduleMissing && <LinkButton to={schedulePath(agreement)}>{t('Enter its schedule')}</LinkButton>}
      {isTyped && (
        <LinkButton
          variant={isScheduleMissing ? 'default' : 'filled'}
          to={`${billsPath}/create`}
          search={{ agreement: agreement.id }}
        >
          {t('Bill a typed amount')}
        </LinkButton>
      )}
      <OwnNext agreement={agreement} isBeside />
    </Group>
  )
}

function OwnNext({ agreement, isBeside = false }: { agreement: Agreement; isBeside?: boolean }) {
  switch (nextOfAgreement(agreement)) {
    case 'COMPLETE_DRAFT':
      return (
        <Anchor component={Link} to={`${agreementPath(agreement)}/edit`} inherit underline="always">
          {t('Enter its day and its value: then it can be made active')}
        </Anchor>
      )
    case 'ACTIVATE':
      return <Become agreement={agreement} status="ACTIVE" label={t('Make it active')} isBeside={isBeside} />
    case 'COMPLETE':
      return <Become agreement={agreement} status="COMPLETED" label={t('Set it completed')} isBeside={isBeside} />
    case undefined:
      return null
  }
}

interface BecomeProps {
  agreement: Agreement
  status: Agreement['status']
  label: string
  /** Whether another button is the primary one. */
  isBeside?: boolean
}

function Become({ agreement, status, label, isBeside = false }: BecomeProps) {
  return (
    <StatusStep
      name={agreementName(agreement)}
      record={agreement}
      endpoint={updateAgreement}
      params={{ id: agreement.id }}
      status={status}
      label={label}
      isBeside={isBeside}
    />
  )
}
