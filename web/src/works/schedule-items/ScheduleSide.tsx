import { Group, Skeleton } from '@mantine/core'
import type { Agreement } from '@plinth/api/money/agreements'
import { listBillHeads } from '@plinth/api/money/bill-heads'
import { filterMeasurementSheets } from '@plinth/api/works/measurement-sheets'
import { createScheduleItem, getScheduleTotals, type ScheduleSummary } from '@plinth/api/works/schedule-items'
import { counted, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { ReadValue, RecordSection } from '../../ui/form/FieldGroup.tsx'
import form from '../../ui/form/RecordForm.module.css'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { schedulePath } from './schedule-path.ts'
import { againstAgreed } from './schedule-words.ts'

/** The size and totals of an agreement's schedule, the difference from the agreed value, and the link to the schedule. */
export function ScheduleSide({ agreement }: { agreement: Agreement }) {
  const { data, error, retry } = useRecord(getScheduleTotals, { params: { agreementId: agreement.id } })
  const mayEnter = useCan(createScheduleItem) && agreement.status !== 'CLOSED'
  const isEmpty = data !== undefined && data.items + data.sections === 0
  const to = schedulePath(agreement)
  return (
    <RecordSection title={t('Schedule of quantities')} source={{ error, retry }}>
      {!data && !error && <Skeleton height={48} aria-hidden />}
      {isEmpty && t('This agreement has no schedule yet.')}
      {data && !isEmpty && <Sums agreement={agreement} sums={data} />}
      <Group gap="xs" mt="sm">
        <LinkButton variant="default" size="xs" to={to} call={getScheduleTotals}>
          {isEmpty && mayEnter ? t('Enter its schedule') : t('Open the schedule')}
        </LinkButton>
        <LinkButton variant="default" size="xs" to={`/payments/agreements/${agreement.id}/heads`} call={listBillHeads}>
          {t('Bill heads')}
        </LinkButton>
        {!isEmpty && agreement.status !== 'DRAFT' && (
          <LinkButton
            variant="default"
            size="xs"
            to="/measure"
            search={{ agreementId: agreement.id }}
            call={filterMeasurementSheets}
          >
            {t('Measurement sheets')}
          </LinkButton>
        )}
      </Group>
    </RecordSection>
  )
}

interface SumsProps {
  agreement: Agreement
  sums: ScheduleSummary
}

function Sums({ agreement: { value, tenderPercentage }, sums }: SumsProps) {
  const { sections, items, withoutRate, amount, quoted } = sums
  return (
    <dl className={form['fields']}>
      <ReadValue label={t('What it holds')}>
        {t('{items} in {sections}', { items: counted(items, 'item'), sections: counted(sections, 'section') })}
      </ReadValue>
      {withoutRate > 0 && <ReadValue label={t('Items without a rate')}>{counted(withoutRate, 'item')}</ReadValue>}
      <ReadValue label={t('Schedule amount')}>{rupees(amount)}</ReadValue>
      {tenderPercentage !== null && <ReadValue label={t('Quoted amount')}>{rupees(quoted)}</ReadValue>}
      {value !== null && value > 0 && <ReadValue label={t('Difference')}>{againstAgreed(quoted, value)}</ReadValue>}
    </dl>
  )
}
