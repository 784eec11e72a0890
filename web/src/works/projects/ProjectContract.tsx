import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import { type Sum, sumOf } from '@plinth/api/deposits/deposit-standing'
import { createDeposit, type Deposit, type DepositStatus, listDeposits } from '@plinth/api/deposits/deposits'
import { type Contract, getContract } from '@plinth/api/tenders/contracts'
import { Link } from '@tanstack/react-router'
import { dash, decimal, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { ContractBadge } from '../../tenders/contracts/ContractReference.tsx'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import amounts from '../../ui/list/Amounts.module.css'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import classes from './ProjectGlance.module.css'

/** The groups of deposits by status, which cover all statuses, each with the amount to add up. */
const depositGroups: [label: string, statuses: DepositStatus[], sum: Sum][] = [
  [t('Held'), ['SUBMITTED', 'PENDING'], 'openAmount'],
  [t('On the way back'), ['PENDING_REFUND', 'PENDING_RELEASE'], 'openAmount'],
  [t('Returned'), ['REFUNDED', 'RETURNED', 'RELEASED'], 'receivedAmount'],
  [t('Forfeited'), ['FORFEITED'], 'lostAmount'],
  [t('Never paid'), ['DRAFT', 'REJECTED', 'CANCELLED'], 'amount'],
]

/** The contract of a project, and the company's money that it still holds. */
export function LinkedContract({ id }: { id: string }) {
  const contract = useRecord(getContract, { params: { id } })
  const deposits = useRecord(listDeposits, { params: { contractId: id } })
  const source = contract.error ? contract : deposits
  return (
    <RecordSection title={t('Contract and deposits')} source={source}>
      {contract.data && <ContractLine contract={contract.data} />}
      {!deposits.error && <Deposits contractId={id} deposits={deposits.data} />}
    </RecordSection>
  )
}

function ContractLine({ contract }: { contract: Contract }) {
  const { id, contractName, bidId, referenceNo, status } = contract
  return (
    <div className={classes['contract']}>
      <Anchor component={Link} to={`/contracts/${id}`} underline="always" inherit>
        {contractName}
      </Anchor>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {[bidId, referenceNo].filter(Boolean).join(' · ') || t('No number yet')}
        </Text>
        <ContractBadge status={status} />
      </Group>
    </div>
  )
}

function Deposits({ contractId, deposits }: { contractId: string; deposits: Deposit[] | undefined }) {
  const path = `/contracts/${contractId}/security-deposit`
  if (!deposits) return <Skeleton height={100} aria-hidden />
  if (deposits.length === 0)
    return (
      <>
        <Text mb="sm">{t('No deposit is recorded on this contract yet.')}</Text>
        <LinkButton variant="default" size="xs" to={`${path}/new`} call={createDeposit}>
          {t('Add deposit')}
        </LinkButton>
      </>
    )
  return (
    <>
      <table className={`${amounts['amounts']} ${classes['deposits']}`}>
        <thead>
          <tr>
            {[t('Deposits'), t('Count'), t('Amount')].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {depositGroups.map(([label, statuses, sum]) => {
            const found = deposits.filter(({ status }) => statuses.includes(status))
            return (
              <tr key={label} data-none={found.length === 0 || undefined}>
                <th scope="row">{label}</th>
                <td>{decimal(found.length)}</td>
                <td>{found.length === 0 ? dash : rupees(sumOf(found, sum))}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <LinkButton variant="default" size="xs" to={path} call={listDeposits}>
        {t('See the deposits')}
      </LinkButton>
    </>
  )
}

/** Shown for a project without a contract: explains where a project with one is created. */
export const NoContract = () => (
  <RecordSection title={t('Contract and deposits')}>
    <Text>
      {t(
        'This project stands on its own. One with a contract and its deposits is started from the awarded contract, under',
      )}{' '}
      <Anchor component={Link} to="/contracts/contract-deposit" underline="always" inherit>
        {t('Contract deposits')}
      </Anchor>
      {t('.')}
    </Text>
  </RecordSection>
)
