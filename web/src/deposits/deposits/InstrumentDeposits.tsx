import { Anchor, Skeleton, Table, Text } from '@mantine/core'
import { type Instrument, type InstrumentDeposit, listInstrumentDeposits } from '@plinth/api/guarantees/instruments'
import { Link } from '@tanstack/react-router'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { DepositBadge } from './DepositColumns.tsx'

const heads = [t('Deposit'), t('Amount'), t('Still open'), t('Status')]
const scrolled = { minWidth: 480, type: 'native', tabIndex: 0, role: 'region' } as const

/** The deposits that an instrument secures, each with its contract. */
export function InstrumentDeposits({ instrument }: { instrument: Instrument }) {
  const deposits = useRecord(listInstrumentDeposits, { params: { id: instrument.id } })
  const { data, error } = deposits
  return (
    <RecordSection title={t('Deposits it stands behind')} source={deposits}>
      {!data && !error && <Skeleton height={90} aria-hidden />}
      {data?.length === 0 && (
        <Text c="dimmed">{t('It stands behind no deposit. Open a deposit and choose this instrument there.')}</Text>
      )}
      {data && data.length > 0 && (
        <Table.ScrollContainer {...scrolled} aria-label={t('Deposits it stands behind')}>
          <Table verticalSpacing={6} horizontalSpacing={7} className="tabular">
            <Table.Thead>
              <Table.Tr>
                {heads.map((head, at) => (
                  <Table.Th key={head} scope="col" ta={at === 1 || at === 2 ? 'right' : 'left'} fz="xs" c="dimmed">
                    {head}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((deposit) => (
                <DepositRow key={deposit.id} {...deposit} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </RecordSection>
  )
}

function DepositRow(deposit: InstrumentDeposit) {
  const { id, contractId, bidId, contractName, depositType, amount, openAmount, status } = deposit
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Anchor component={Link} to={`/contracts/${contractId}/security-deposit/${id}/view`} inherit>
          {depositType}
        </Anchor>
        <Text size="xs" c="dimmed">
          {[bidId, contractName].filter(Boolean).join(' · ')}
        </Text>
      </Table.Th>
      <Table.Td ta="right">{rupees(amount)}</Table.Td>
      <Table.Td ta="right">{rupees(openAmount)}</Table.Td>
      <Table.Td>
        <DepositBadge status={status} />
      </Table.Td>
    </Table.Tr>
  )
}
