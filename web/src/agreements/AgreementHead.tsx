import { Anchor, Group } from '@mantine/core'
import { type Agreement, agreementLabels, updateAgreement } from '@plinth/api/agreements'
import { createScheduleItem, getScheduleTotals } from '@plinth/api/schedule-items'
import { Link } from '@tanstack/react-router'
import { dash, dayText, percent, rupees, words } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { useRecord } from '../lib/useRecord.ts'
import { schedulePath } from '../schedule-items/schedule-path.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { RecordHead } from '../ui/RecordHead.tsx'
import { StatusStep } from '../ui/StatusStep.tsx'
import { AgreementStatusCell } from './AgreementStatus.tsx'
import { dueOfAgreement, lacksSchedule, nextOfAgreement } from './agreement-next.ts'
import { agreementName, agreementPath } from './agreement-words.ts'

const pricingOf = ({ pricing, tenderPercentage }: Agreement) =>
  tenderPercentage === null ? words(pricing) : `${words(pricing)}, ${percent(tenderPercentage)}`

/** What the page of an agreement begins with: whether it binds, what it is worth, with whom it is, and what is left of its time. */
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

/** A draft without a schedule is offered to enter it, beside its other next step. */
function Next({ agreement }: { agreement: Agreement }) {
  const enabled = useCan(createScheduleItem) && lacksSchedule(agreement, 0)
  const { data } = useRecord(getScheduleTotals, { params: { agreementId: agreement.id }, enabled })
  const lacks = data !== undefined && lacksSchedule(agreement, data.items + data.sections)
  if (!lacks) return <OwnNext agreement={agreement} />
  return (
    <Group gap="sm">
      <LinkButton to={schedulePath(agreement)}>{t('Enter its schedule')}</LinkButton>
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
      return <Become agreement={agreement} status="COMPLETED" label={t('Set it completed')} />
    case undefined:
      return null
  }
}

interface BecomeProps {
  agreement: Agreement
  status: Agreement['status']
  label: string
  /** Another button is the first to be pressed. */
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
