import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import type { Agreement } from '@plinth/api/money/agreements'
import { createBill } from '@plinth/api/money/bills'
import { Link } from '@tanstack/react-router'
import { dayText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { lostLine } from '../../lib/query-client.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { billPath, billTones, listPath } from './bill-words.ts'
import { most, useBillsOfAgreement } from './useBillsOfAgreement.ts'

const NotBilled = lazyPart(() => import('./NotBilled.tsx'), 'NotBilled')

/** The last bills of an agreement with a client, with a link to the next one. */
export function BillsOfAgreement({ agreement: { id, status } }: { agreement: Agreement }) {
  const query = useBillsOfAgreement(id)
  const bills = query.data?.content
  const error = lostLine(query) ? null : query.error
  const hasFinal = bills?.some(
    (bill) => bill.kind === 'FINAL' && bill.status !== 'DRAFT' && bill.status !== 'CANCELLED',
  )
  const isBilled = status !== 'DRAFT' && status !== 'CLOSED' && !hasFinal
  return (
    <RecordSection title={t('Bills')} source={{ error, retry: () => void query.refetch() }}>
      <div className={entry['side']}>
        {!bills && !error && <Skeleton height={48} aria-hidden />}
        {bills?.length === 0 && (
          <Text c="dimmed">
            {status === 'DRAFT'
              ? t('A draft is not billed: make the agreement active first.')
              : t('There is no bill of this agreement yet.')}
          </Text>
        )}
        {bills && bills.length > 0 && (
          <ul aria-label={t('Bills')} className={entry['rows']}>
            {bills.map((bill) => (
              <li key={bill.id} className={entry['row']}>
                <div>
                  <Anchor component={Link} to={billPath(bill)} inherit underline="always">
                    {bill.name}
                  </Anchor>{' '}
                  {dayText(bill.billDate)} <StatusBadge status={bill.status} tones={billTones} />
                </div>
                <div className={`figure ${entry['amount']}`}>{rupees(bill.netPassed ?? bill.netClaimed)}</div>
              </li>
            ))}
          </ul>
        )}
        {isBilled && bills && <NotBilled agreementId={id} />}
        <Group gap="xs" mt="sm">
          {isBilled && (
            <LinkButton
              variant="default"
              size="xs"
              to={`${listPath}/create`}
              search={{ agreement: id }}
              call={createBill}
            >
              {t('Enter the next bill')}
            </LinkButton>
          )}
          {query.data && query.data.totalElements > most && (
            <LinkButton variant="default" size="xs" to={listPath} search={{ agreementId: id }}>
              {t('All bills')}
            </LinkButton>
          )}
        </Group>
      </div>
    </RecordSection>
  )
}
