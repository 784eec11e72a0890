import { Anchor, Table, Text } from '@mantine/core'
import type { RefundRequest, RequestedDeposit } from '@plinth/api/refund-requests'
import { Link } from '@tanstack/react-router'
import { DepositBadge, depositPath } from '../deposits/DepositColumns.tsx'
import { dayText, rupees } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'

const title = t('Deposits it asks for')
const heads = [t('Deposit'), t('Asked for'), t('Open now'), t('Due on'), t('Status')]
const scrolled = { minWidth: 520, type: 'native', tabIndex: 0, role: 'region' } as const
const isFigure = (at: number) => at === 1 || at === 2

/** What a letter asks for, and what is open of each by now. */
export function RequestDeposits({ request: { deposits } }: { request: RefundRequest }) {
  return (
    <RecordSection title={title}>
      {deposits.length === 0 ? (
        <Text c="dimmed">{t('It names none yet: edit the draft and tick what is asked for.')}</Text>
      ) : (
        <Table.ScrollContainer {...scrolled} aria-label={title}>
          <Table verticalSpacing={6} horizontalSpacing={7} className="tabular">
            <Table.Thead>
              <Table.Tr>
                {heads.map((head, at) => (
                  <Table.Th key={head} scope="col" ta={isFigure(at) ? 'right' : 'left'} fz="xs" c="dimmed">
                    {head}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {deposits.map((deposit) => (
                <Row key={deposit.depositId} {...deposit} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </RecordSection>
  )
}

function Row(deposit: RequestedDeposit) {
  const { depositId, contractId, bidId, contractName, depositType, instrumentNo, amount, openAmount, dueOn, status } =
    deposit
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Anchor component={Link} to={depositPath({ contractId, id: depositId })} inherit>
          {[depositType, instrumentNo].filter(Boolean).join(' ')}
        </Anchor>
        <Text size="xs" c="dimmed">
          {[bidId, contractName].filter(Boolean).join(' · ')}
        </Text>
      </Table.Th>
      <Table.Td ta="right">{rupees(amount)}</Table.Td>
      <Table.Td ta="right">{rupees(openAmount)}</Table.Td>
      <Table.Td>{dayText(dueOn)}</Table.Td>
      <Table.Td>
        <DepositBadge status={status} />
      </Table.Td>
    </Table.Tr>
  )
}
