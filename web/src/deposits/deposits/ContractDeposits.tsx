import { Anchor, Button, Group, Skeleton, Table, Text } from '@mantine/core'
import { isEmd, isHeld, isLive, standingOf, sumOf } from '@plinth/api/deposits/deposit-standing'
import { createDeposit, type Deposit, listDeposits } from '@plinth/api/deposits/deposits'
import type { Contract } from '@plinth/api/tenders/contracts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayText, rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { DepositStatusCell, depositName } from './DepositColumns.tsx'

const RecordDeposit = lazyDialog(() => import('./RecordDeposit.tsx'), 'RecordDeposit')

const heads = [t('Deposit'), t('Amount'), t('Submitted on'), t('Status'), t('Stands')]
const scrolled = { minWidth: 560, type: 'native', tabIndex: 0, role: 'region' } as const

/** The deposits of a contract on its page, with amount and standing, and the button that records one. */
export function ContractDeposits({ contract }: { contract: Contract }) {
  const { id: contractId, status } = contract
  const deposits = useRecord(listDeposits, { params: { contractId }, query: {} })
  const held = deposits.data?.filter((deposit) => isHeld(standingOf(deposit, status))) ?? []
  return (
    <RecordSection title={t('Deposits')} source={deposits}>
      {!deposits.data && !deposits.error && <Skeleton height={90} aria-hidden />}
      {deposits.data?.length === 0 && <Text mb="sm">{t('No deposit is recorded on this contract yet.')}</Text>}
      {deposits.data && deposits.data.length > 0 && (
        <Table.ScrollContainer {...scrolled} aria-label={t('Deposits')} mb="sm">
          <Table verticalSpacing={6} horizontalSpacing={7} className="tabular">
            <Table.Thead>
              <Table.Tr>
                {heads.map((head, at) => (
                  <Table.Th key={head} scope="col" ta={at === 1 ? 'right' : 'left'} fz="xs" c="dimmed">
                    {head}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {deposits.data.map((deposit) => (
                <DepositRow key={deposit.id} deposit={deposit} contract={contract} />
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row">{t('Held')}</Table.Th>
                <Table.Td ta="right">{rupees(sumOf(held, 'openAmount'))}</Table.Td>
                <Table.Td colSpan={3} />
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </Table.ScrollContainer>
      )}
      <Actions contractId={contractId} deposits={deposits.data} />
    </RecordSection>
  )
}

function DepositRow({ deposit, contract }: { deposit: Deposit; contract: Contract }) {
  const { id, contractId, amount, openAmount, depositSubmitedDate } = deposit
  const standing = standingOf(deposit, contract.status)
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Anchor component={Link} to={`/contracts/${contractId}/security-deposit/${id}`} inherit>
          {depositName(deposit)}
        </Anchor>
      </Table.Th>
      <Table.Td ta="right">
        {rupees(amount)}
        {openAmount > 0 && openAmount < amount && (
          <Text size="xs" c="dimmed">
            {t('{open} is open', { open: rupees(openAmount) })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{dayText(depositSubmitedDate)}</Table.Td>
      <Table.Td>
        <DepositStatusCell {...deposit} />
      </Table.Td>
      <Table.Td {...(standing === 'DUE_BACK' && { fw: 600, c: 'var(--mantine-color-error)' })}>
        {words(standing)}
      </Table.Td>
    </Table.Tr>
  )
}

function Actions({ contractId, deposits }: { contractId: string; deposits: Deposit[] | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const mayRecord = useCan(createDeposit)
  const hasEmd = deposits?.some((deposit) => isLive(deposit) && isEmd(deposit)) ?? true
  return (
    <Group gap="xs">
      {mayRecord && (
        <Button variant="default" size="xs" disabled={!deposits} onClick={() => setOpen(true)}>
          {hasEmd ? t('Record a deposit') : t('Record the EMD')}
        </Button>
      )}
      <LinkButton variant="default" size="xs" to={`/contracts/${contractId}/security-deposit`}>
        {t('See the deposits')}
      </LinkButton>
      {isOpen && (
        <RecordDeposit
          contractId={contractId}
          {...(!hasEmd && { depositType: 'EMD' })}
          onClose={() => setOpen(false)}
        />
      )}
    </Group>
  )
}
