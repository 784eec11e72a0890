import { Anchor, Skeleton, Text } from '@mantine/core'
import { createAgreement, filterAgreements } from '@plinth/api/money/agreements'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { endpointKey, lostLine } from '../../lib/query-client.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { AgreementBadge } from './AgreementStatus.tsx'
import { agreementPath } from './agreement-words.ts'

interface Props {
  /** The record whose agreements are listed. */
  of: { contractId: string } | { partyId: string }
  none: string
  /** The initial fields of a new agreement, and the label of its button. */
  begin?: { search: Readonly<Record<string, string>>; label: string }
}

/** The agreements of a contract or with a party, for users who may see payments, with a button for a new one. */
export function AgreementRows({ of, none, begin }: Props) {
  const input = { body: { ...of, pagination: { size: 50 } } }
  const query = useQuery({
    queryKey: endpointKey(filterAgreements, input),
    queryFn: ({ signal }) => call(filterAgreements, input, { signal }),
  })
  const agreements = query.data?.content
  const error = lostLine(query) ? null : query.error
  return (
    <RecordSection title={t('Agreements')} source={{ error, retry: () => void query.refetch() }}>
      <div className={entry['side']}>
        {!agreements && !error && <Skeleton height={48} aria-hidden />}
        {agreements?.length === 0 && <Text c="dimmed">{none}</Text>}
        {agreements && agreements.length > 0 && (
          <ul aria-label={t('Agreements')} className={entry['rows']}>
            {agreements.map((agreement) => (
              <li key={agreement.id} className={entry['row']}>
                <div>
                  <Anchor component={Link} to={agreementPath(agreement)} inherit underline="always">
                    {agreement.number}
                  </Anchor>{' '}
                  {agreement.name}
                </div>
                <div className="hint">
                  {words(agreement.direction)} · {agreement.partyName} · {rupees(agreement.value)}
                </div>
                <AgreementBadge status={agreement.status} />
              </li>
            ))}
          </ul>
        )}
        {begin && (
          <LinkButton
            variant="default"
            size="xs"
            mt="sm"
            to="/payments/agreements/create"
            search={begin.search}
            call={createAgreement}
          >
            {begin.label}
          </LinkButton>
        )}
      </div>
    </RecordSection>
  )
}
