import { Anchor, Skeleton, Text } from '@mantine/core'
import { filterOffices } from '@plinth/api/tenders/offices'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { endpointKey, lostLine } from '../../lib/query-client.ts'
import { useCan } from '../../lib/useCan.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'

/** The offices of a client, for users who may see them. */
export function OfficesOfParty({ partyId }: { partyId: string }) {
  const may = useCan(filterOffices)
  const input = {
    body: {
      partyId: [partyId],
      sort: { field: 'name', direction: 'asc' },
      pagination: { size: 200 },
    },
  } as const
  const query = useQuery({
    queryKey: endpointKey(filterOffices, input),
    queryFn: ({ signal }) => call(filterOffices, { body: { ...input.body, partyId: [partyId] } }, { signal }),
    enabled: may,
  })
  if (!may) return null
  const offices = query.data?.content
  const error = lostLine(query) ? null : query.error
  return (
    <RecordSection title={t('Offices')} source={{ error, retry: () => void query.refetch() }}>
      <div className={entry['side']}>
        {!offices && !error && <Skeleton height={48} aria-hidden />}
        {offices?.length === 0 && <Text c="dimmed">{t('No office names this client yet.')}</Text>}
        {offices && offices.length > 0 && (
          <ul aria-label={t('Offices')} className={entry['rows']}>
            {offices.map(({ id, name, designation }) => (
              <li key={id} className={entry['row']}>
                <div>
                  <Anchor component={Link} to={`/contracts/offices/${id}`} inherit underline="always">
                    {name}
                  </Anchor>
                </div>
                {designation && <div className="hint">{designation}</div>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </RecordSection>
  )
}
